package bottleneck.lab.engine.ask

import bottleneck.lab.figures.record.AskResult
import bottleneck.lab.figures.{Estimate, Numbers, Ratio}
import bottleneck.lab.parts.sources.{HeapUse, PoolKind}

/** What limits the service, as far as it can be said. */
private[ask] sealed abstract class Finding(val kind: String, val name: String) {

  def sentence: String

  /** What was full, and whose capacity ÷ demand was measured. */
  def resource: Option[Resource] = None

  /** True where hardly a request is answered. */
  def isStandstill: Boolean = false
}

private[ask] object Finding {

  /** A resource that was full, and whose capacity ÷ demand is what was measured; `efficiency` is measured ÷ predicted.
    */
  final case class Named(limit: ResourceLimit, efficiency: Estimate, holds: Option[String])
      extends Finding("resource", limit.resource.name) {
    override def resource: Option[Resource] = Some(limit.resource)
    override def sentence: String =
      s"The limit is the ${limit.resource.name}: ${limit.formula} = ${limit.predicted}, measured" +
        s"${if (limit.byTurns.isDefined) " by turns" else ""} ${Numbers.rate(efficiency.value * limit.perSecond)}: " +
        s"measured ÷ predicted ${Ratio.text(efficiency)}." + holds.fold("")(" " + _)
  }

  /** What most request threads wait for; `atOnce` is how many requests are past it, by Little's law. */
  final case class Queue(behind: Wait, share: Double, atOnce: Option[Double])
      extends Finding("queue", behind.kind.name) {
    override def sentence: String =
      s"The limit is ${behind.sentence}: ${Numbers.percent(share)} of the request threads wait for it." +
        atOnce.fold("")(n => s" About ${Numbers.plain(n)} at a time get past it, by Little's law.")
  }

  /** What most request threads wait for, where it is another process that takes longer under load. */
  final case class Beyond(behind: Wait, share: Double) extends Finding("beyond", behind.kind.name) {
    override def sentence: String =
      s"The limit is beyond the service: ${Numbers.percent(share)} of the request threads wait for ${behind.sentence}, " +
        "which takes longer than for one request alone."
  }

  /** A lock in the database, by its own views; `statements` are one that waits and that of the lock's holder. */
  final case class DatabaseLock(behind: String, sessions: Double, statements: Option[(String, String)])
      extends Finding("queue", "a lock in the database") {
    override def sentence: String =
      s"The limit is a lock in the database: ${Numbers.plain(sessions)} sessions wait for it on average ($behind)." +
        statements.fold("") { case (waits, holds) =>
          if (waits == holds) s" All are at “$waits”."
          else s" “$waits” waits for a session whose last statement is “$holds”."
        }
  }

  /** Own code in which requests sleep for longer than one alone does. */
  final case class Asleep(where: Wait, share: Double, perSecond: Double) extends Finding("queue", where.kind.name) {
    override def sentence: String =
      s"The limit is code that sleeps: ${Numbers.percent(share)} of the request threads are ${where.sentence}, for " +
        s"longer than one request alone. It lets in about ${Numbers.rate(perSecond)}."
  }

  /** Connections that requests took and did not give back: with so many users all are in use. */
  final case class Leak(pool: PoolLevel, users: Int, where: Option[String]) extends Finding("leak", pool.kind.name) {
    override def isStandstill: Boolean = true
    override def sentence: String = {
      val flying = if (users == 0) "no request" else Numbers.counted(users, "request")
      s"The limit is a leak of ${pool.kind.name}: all ${pool.max.mkString} are in use with $flying in flight, so those that " +
        s"took them do not give them back.${where.fold("")(at => s" Requests wait for one at $at.")}" +
        " HikariCP logs who took one: --spring.datasource.hikari.leak-detection-threshold=2000."
    }
  }

  object Leak {

    /** At the first level where all of a pool are in use, and there are far fewer requests, which are hardly answered
      * any more: a background job may have a pool of its own.
      */
    def of(seen: Observation): Option[Leak] = if (!seen.isStuck) None
    else {
      val found = for {
        level <- (seen.idle +: seen.beforeHold) ++ seen.after
        pool <- in(level)
      } yield Leak(pool, level.users, seen.hold.waits.collectFirst { case (Wait(WaitKind.JdbcPool, at), _) => at })
      found.headOption
    }

    /** A request may need two at once. */
    def in(level: Level): Option[PoolLevel] = level.pools.find { pool =>
      pool.kind == PoolKind.JdbcConnections && pool.max.exists(max => pool.inUse >= max && max > 2 * level.users) &&
      level.throughput == 0
    }
  }

  /** All of a pool are held by requests that wait for one more. */
  final case class Deadlock(pool: PoolLevel, where: String) extends Finding("deadlock", pool.kind.name) {
    override def isStandstill: Boolean = true
    override def sentence: String =
      s"The limit is the ${pool.kind.name}, nested: all ${pool.max.mkString} are held by requests that wait for one more" +
        s"${if (where.isEmpty) "" else s" ($where)"}, so none goes on. With n at once per request, t threads need t × (n − 1) + 1."
  }

  /** Garbage collection took much of the service's CPU time, or of the window's time; with so many MB of heap,
    * `enough`, it would take little, which multiplies the throughput by `gain`.
    */
  final case class Heap(collecting: Double, heap: HeapUse, enough: Int, gain: Double) extends Finding("heap", "heap") {
    override def sentence: String =
      s"The limit is the heap: garbage collection takes ${Numbers.percent(collecting)} of the service's CPU time, or of " +
        s"the window's time, as never less than ${Numbers.megabytes(heap.used)} of ${Numbers.megabytes(heap.max)} were in " +
        s"use. With a heap of ${Numbers.count(enough.toLong)}\u202fMB it should take ${Numbers.percent(Heap.little)}."
  }

  object Heap {

    /** Share from which the collection is what limits, and the one that is little. */
    private val much = 0.25
    val little = 0.05
    private val megabyte = 1024.0 * 1024

    /** What a collection takes grows as live ÷ (heap − live): each frees the rest, and costs what lives (Appel, 1987,
      * "Garbage collection can be faster than stack allocation").
      */
    def of(seen: Observation): Option[Heap] = for {
      heap <- seen.hold.heap
      share = seen.collecting if share > much && share < 1
      free = math.max(heap.max - heap.used, 0.02 * heap.max)
      enough = heap.used + free * share * (1 - little) / (little * (1 - share))
    } yield {
      val used = for {
        all <- seen.hold.cores(Part.Machine); service <- seen.hold.cores(Part.Service)
      } yield service / all
      // where cores were used up, what others than the service take of them for a request stays as it is
      val part = used.filter(_ => Limits.isCpuUsedUp(seen)).fold(1.0)(math.min(1, _))
      val gain = 1 / (1 - part * (1 - (1 - share) / (1 - little)))
      Heap(share, heap, math.ceil(enough / megabyte).toInt, gain)
    }
  }

  /** More users still gave more throughput. */
  final case class NotReached(users: Int, isTimeUp: Boolean) extends Finding(AskResult.notReached, "") {
    override def sentence: String = {
      val which =
        if (isTimeUp) "all that there was time for, still gave more throughput than half of them"
        else "the most that were allowed, still gave more throughput than half of them. Allow more with -Dask.users="
      s"No limit was reached: ${Numbers.counted(users, "user")} at once, $which."
    }
  }

  /** @param seen what was, as far as it could be seen */
  final case class Unknown(seen: String) extends Finding(AskResult.unknown, "") {
    override def sentence: String =
      s"The limit is not known: no resource that can be seen was full and explains the throughput. $seen"
  }
}
