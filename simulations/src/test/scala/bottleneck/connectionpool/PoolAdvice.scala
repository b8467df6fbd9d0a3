package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.ServiceProperties
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.explain.verdict._

/** Advice from a sweep over pool sizes.
  *
  * @param target
  *   requests per second
  * @param other
  *   the sweep at another holding time
  */
private[connectionpool] final class PoolAdvice(evidence: Evidence, holding: Holding, target: Int, other: HoldingStudy) {
  private val sweep = Sweep.of(evidence)
  private val chosen = sweep.smallest(target.toDouble).orElse(sweep.smallestOfBest)
  private val millis = Numbers.millis(holding.time)

  /** Recommended pool, in one sentence. */
  def answer: Option[String] = chosen match {
    case Some(run) =>
      val why =
        if (run.total.throughput >= target)
          s"the smallest pool tested that answers at least $target requests/s without errors"
        else s"the smallest pool without errors that no other beat, though it misses $target requests/s"
      Some(s"${run.run.variant}, $why (${PoolAdvice.figures(run)} at full load).")
    case None =>
      sweep.best.map(run =>
        s"Take none of these pools, shorten the holding time: each failed requests, also ${run.run.variant} (${PoolAdvice.outcome(run)})."
      )
  }

  def sentences: Vector[String] = shorterFirst +: chosen.toVector.flatMap { run =>
    Vector(
      neighbours(run),
      Some(new PoolRules(sweep, holding, target).compared(run)),
      Some(ceiling(run)),
      Refusals.of(sweep, holding).map(_.explained),
      sweep.runs.lastOption.filter(_ != run).map(larger(run, _))
    ).flatten
  }

  /** The order of cures: the same target with another holding time. */
  private def shorterFirst: String = {
    val need = SizingFormulas.connectionsInUse(target.toDouble, holding.time)
    val otherNeed = SizingFormulas.connectionsInUse(target.toDouble, other.holding.time)
    val otherMillis = Numbers.millis(other.holding.time)
    val measured =
      Sweep.of(evidence.in(other.study)).smallest(target.toDouble).fold("")(run => s" (measured: ${run.run.variant})")
    s"Shorten the holding time before you enlarge the pool: a rate of $target/s keeps $need connections busy at $millis and " +
      s"$otherNeed at $otherMillis$measured."
  }

  private def neighbours(run: Result): Option[String] = {
    val (smaller, larger) = sweep.neighbours(run)
    val less = smaller.map(next => s"${next.run.variant} gave ${PoolAdvice.outcome(next)}")
    val more = larger.map { next =>
      val extra = Sweep.size(next) - Sweep.size(run)
      s"${next.run.variant} gave ${PoolAdvice.outcome(next)} for ${Numbers.count(extra)} more of the database's connections"
    }
    Option.when(less.isDefined || more.isDefined)(Vector(less, more).flatten.mkString("The next sizes: ", "; ", "."))
  }

  private def ceiling(run: Result): String = {
    val ceiling = PoolSetting.ceiling(run)
    val fits = if (Sweep.size(run) <= ceiling) "is within" else "is above"
    s"A pool of ${Numbers.count(Sweep.size(run))} $fits the ceiling of $ceiling an instance (max_connections ${PoolSetting.maxConnections(run)} × 0.8 ÷ " +
      s"${math.max(1, run.target.instances)} instance)."
  }

  /** Is larger always better? */
  private def larger(run: Result, largest: Result): String = {
    val verdict =
      if (largest.total.throughput > run.total.throughput * PoolAdvice.worth)
        s"Larger still answers more, up to ${largest.rate}, which matters only when more is asked for"
      else "Larger is not better"
    s"$verdict: ${PoolAdvice.cost(run)}; ${PoolAdvice.cost(largest)}."
  }
}

private[connectionpool] object PoolAdvice {

  /** A gain in throughput that is one. */
  private val worth = 1.03

  def figures(run: Result): String =
    s"${Numbers.rate(
        run.total.throughput
      )}, p99 ${run.latency(_.p99)}"

  private def outcome(run: Result): String = {
    val share = run.total.ko.toDouble / (run.total.ko + run.total.ok)
    figures(run) + (if (run.total.ko > 0) s", ${Numbers.percent(share)} failed" else ", none failed")
  }

  private def cost(run: Result): String = {
    val pool = run.server.service.hikari
    val facts = Vector(
      pool.map(used => s"at most ${Numbers.count(used.pendingMax)} requests waited for a connection"),
      pool.flatMap(_.acquireMeanMs).map(ms => s"${Numbers.millis(ms)} on average"),
      run.server.cpu.database.map(used => s"the database used ${Numbers.cores(used)} cores"),
      run.server.database
        .flatMap(_.openingMs)
        .map(ms => s"the pool was open after ${Numbers.millis(ms.round)}")
    ).flatten
    s"with ${run.run.variant} ${facts.mkString(", ")}"
  }
}

/** Pool size by each rule of thumb, and its measured result. */
private[connectionpool] final class PoolRules(sweep: Sweep, holding: Holding, target: Int) {

  def compared(chosen: Result): String =
    Vector(Some(little), Some(hikari(chosen)), threads(chosen)).flatten.mkString(" ")

  private def little: String = {
    val size = SizingFormulas.connectionsInUse(target.toDouble, holding.time)
    s"Little's law says $size connections, with none to spare${gave(size)}."
  }

  private def hikari(chosen: Result): String = {
    val size = SizingFormulas.connections(chosen.machine.cpus, spindles = 1)
    val wrong = sweep.at(size.toDouble).exists(_.total.throughput < target)
    s"Hikari's formula (${chosen.machine.cpus} cores × 2 + 1) says $size${gave(size)}" +
      (if (wrong) ": it counts what works, and here a connection waits." else ".")
  }

  /** The share of its time that a request is on the CPU: what it computes, while it is held. */
  private def threads(chosen: Result): Option[String] = for {
    demand <- chosen.expected.demand
    share = demand.serviceCpuMs / holding.time.toMillis
    if share > 0
    there <- ServiceProperties.number(chosen, ServiceProperties.threads)
  } yield s"The thread formula says ${SizingFormulas.threads(chosen.machine.cpus, math.min(1, share))} threads, of which ${Numbers.count(there)} were there."

  private def gave(size: Int): String =
    sweep.at(size.toDouble).fold("")(run => s", which gave ${run.rate}")
}
