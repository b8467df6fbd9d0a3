package bottleneck.connectionpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties

/** What to do about threads and connections for each kind of work. */
private[connectionpool] object WorkAdvice {

  /** A difference in throughput that is worth a setting. */
  private val worth = 1.1

  private def few: String = WorkStudy.name(Threads.Default, WorkStudy.few)
  private def many: String = WorkStudy.name(Threads.Default, WorkStudy.many)
  private def perCoreFew: String = WorkStudy.name(Threads.PerCore, WorkStudy.few)
  private def perCoreMany: String = WorkStudy.name(Threads.PerCore, WorkStudy.many)

  def answer(work: Work)(evidence: Evidence): Option[String] =
    if (work.usesDatabase) evidence.judged(few, many)(pool) else evidence.judged(perCoreFew, few)(threads)

  def sentences(work: Work)(evidence: Evidence): Vector[String] = if (!work.usesDatabase) Vector.empty
  else
    Vector(
      Some(
        s"The reads wait ${Numbers.millis(work.waits.toMillis.toDouble)} in the database, which stands for the network and the disk that the " +
          "source had and loopback has not; what pools do for connections that only work is on the page of Hikari's formula."
      ),
      evidence.judged(perCoreMany, many)(threadsFirst).flatten,
      evidence.judged(few, many)(whatIsFull)
    ).flatten

  private def pool(few: Result, many: Result): String = {
    val comparison =
      s"${WorkStudy.many} connections answered ${rate(many)}, and ${WorkStudy.few} connections, held for ${held(few)} by a request, ${rate(few)}"
    if (gain(few, many) >= worth) s"Size the pool for what waits, requests/s × holding time: $comparison."
    else s"Leave the pool at ${WorkStudy.few} connections, it is not what limits here: $comparison."
  }

  private def threads(perCore: Result, default: Result): String = {
    val comparison = s"a thread per core answered ${rate(perCore)} and ${threads(default)} threads ${rate(default)}"
    if (gain(perCore, default) >= worth) s"Keep more threads than cores: $comparison."
    else s"Leave threads and connections alone for work that computes, only cores or less work help: $comparison."
  }

  private def threadsFirst(few: Result, many: Result): Option[String] = Option.when(gain(few, many) >= worth)(
    s"Threads come before connections: on a pool of ${WorkStudy.many}, ${threads(few)} threads answered ${rate(few)} and ${threads(many)} answered ${rate(many)}."
  )

  private def whatIsFull(few: Result, many: Result): String =
    s"With ${WorkStudy.few} connections ${cores(few)} of ${few.machine.cpus} cores were in use, with ${WorkStudy.many} ${cores(many)}: " +
      "as long as cores are idle and requests wait for a connection, the pool is what limits."

  private def cores(run: Result): String = run.server.cpu.whole.machine.fold(Numbers.none)(Numbers.cores)

  private def gain(before: Result, after: Result): Double = after.total.throughput / before.total.throughput

  private def rate(run: Result): String = Numbers.rate(run.total.throughput)

  private def threads(run: Result): String =
    ServiceProperties.number(run, ServiceProperties.threads).fold(Numbers.none)(Numbers.count)

  private def held(run: Result): String =
    run.server.service.hikari.flatMap(_.usageMeanMs).fold("some time")(ms => Numbers.millis(ms))
}
