package bottleneck.connectionpool

import bottleneck.ServiceProperties
import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._
import bottleneck.lab.explain.theory.{PoolQueue, SizingFormulas}
import scala.concurrent.duration._

/** What a sweep over pool sizes advises.
  *
  * @param target
  *   requests per second
  * @param other
  *   the sweep at another holding time
  */
private[connectionpool] final class PoolAdvice(evidence: Evidence, holding: Holding, target: Int, other: HoldingStudy) {
  private val sweep = Sweep.of(evidence)
  private val chosen = sweep.smallest(target.toDouble).orElse(sweep.smallestOfBest)
  private val millis = Numbers.millis(holding.time.toMillis.toDouble)

  /** Which pool to take, in one sentence. */
  def answer: Option[String] = chosen.map { run =>
    val why =
      if (run.total.throughput >= target) s"the smallest pool that met $target requests/s without errors"
      else s"the smallest pool without errors that no other beat, though it misses $target requests/s"
    s"Take ${run.run.variant}: $why (${figures(run)})."
  }

  def sentences: Vector[String] = chosen.toVector.flatMap { run =>
    Vector(
      Some(shorterFirst),
      neighbours(run),
      Some(formulas(run)),
      Some(ceiling(run)),
      refusals,
      larger(run)
    ).flatten
  }

  private def figures(run: Result): String =
    s"${Numbers.rate(
        run.total.throughput
      )}, p99 ${run.total.latencyMs.fold(Numbers.none)(l => Numbers.millis(l.p99.toDouble))}"

  /** The order of cures: the same target with another holding time. */
  private def shorterFirst: String = {
    val need = SizingFormulas.connectionsInUse(target.toDouble, holding.time)
    val otherNeed = SizingFormulas.connectionsInUse(target.toDouble, other.holding.time)
    val otherMillis = Numbers.millis(other.holding.time.toMillis.toDouble)
    val measured =
      Sweep.of(evidence.in(other.study)).smallest(target.toDouble).fold("")(run => s" (measured: ${run.run.variant})")
    s"Shorten the holding time before you enlarge the pool: $target/s keep $need connections busy at $millis and $otherNeed at $otherMillis$measured."
  }

  private def neighbours(run: Result): Option[String] = {
    val (smaller, larger) = sweep.neighbours(run)
    val less = smaller.map(next => s"${next.run.variant} gave ${outcome(next)}")
    val more = larger.map { next =>
      val extra = Sweep.size(next) - Sweep.size(run)
      s"${next.run.variant} gave ${outcome(next)} for ${Numbers.count(extra)} more of the database's connections"
    }
    Option.when(less.isDefined || more.isDefined)(Vector(less, more).flatten.mkString("The next sizes: ", "; ", "."))
  }

  private def outcome(run: Result): String = {
    val failed = if (run.total.ko > 0) s", ${Numbers.percent(failedShare(run))} failed" else ", none failed"
    figures(run) + failed
  }

  private def failedShare(run: Result): Double = run.total.ko.toDouble / (run.total.ko + run.total.ok)

  /** What each rule would have chosen, and what that size gave. */
  private def formulas(run: Result): String = {
    val little = SizingFormulas.connectionsInUse(target.toDouble, holding.time)
    val hikari = SizingFormulas.connections(run.machine.cpus, spindles = 1)
    val hikariGave =
      sweep.at(hikari.toDouble).fold("")(small => s", which gave ${Numbers.rate(small.total.throughput)}")
    val threads =
      threadFormula(run).fold("")(n => s" The thread formula says $n threads, and ${configured(run)} were there.")
    s"Little's law says $little connections, with none to spare. Hikari's formula (${run.machine.cpus} cores × 2 + 1) says $hikari$hikariGave: " +
      s"it counts what works, and here a connection waits.$threads"
  }

  private def threadFormula(run: Result): Option[Int] =
    run.demand.map { demand =>
      SizingFormulas.threads(run.machine.cpus, math.min(1, demand.serviceCpuMs / holding.time.toMillis))
    }

  private def configured(run: Result): String =
    ServiceProperties.number(run, ServiceProperties.threads).fold(Numbers.none)(Numbers.count)

  private def ceiling(run: Result): String = {
    val most = run.target.database.get("max_connections").flatMap(_.toIntOption).getOrElse(PoolSetting.maxConnections)
    val ceiling = SizingFormulas.connectionCeiling(most, run.target.instances)
    val fits = if (Sweep.size(run) <= ceiling) "fits below" else "is above"
    s"${run.run.variant} $fits the ceiling of $ceiling an instance (max_connections $most × 0.8 ÷ ${run.target.instances})."
  }

  /** Where the refusals end: by the order in which a connection comes to those who wait. */
  private def refusals: Option[String] = for {
    from <- sweep.withoutErrorsFrom
    threads <- ServiceProperties.number(from, ServiceProperties.threads)
    timeout <- ServiceProperties.number(from, ServiceProperties.connectionTimeout).map(_.millis)
  } yield {
    val contenders = math.min(threads.toInt, from.load.users)
    val inOrder = PoolQueue.fewestInOrder(contenders, holding.time, timeout)
    val atRandom = PoolQueue.fewestAtRandom(contenders, holding.time, timeout, from.total.ok.toDouble)
    s"No request was refused from ${from.run.variant} on. Little's law says from $inOrder on where the threads that wait are served in order, and from " +
      s"$atRandom on at random. Hikari is between: one that was promised a connection can be overtaken by one that just came, and then waits from the beginning."
  }

  /** Is larger always better? */
  private def larger(run: Result): Option[String] = sweep.runs.lastOption.filter(_ != run).flatMap { largest =>
    for {
      pool <- largest.server.hikari; opening <- largest.server.database.flatMap(_.openingMs)
    } yield s"Larger is not always better: ${largest.run.variant} gave ${figures(largest)} with at most ${Numbers.count(pool.activeMax)} in use, and took " +
      s"${Numbers.millis(opening.round.toDouble)} to open."
  }
}
