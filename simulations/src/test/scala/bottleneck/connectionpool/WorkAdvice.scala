package bottleneck.connectionpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._

/** What to do about threads and connections for each kind of work. */
private[connectionpool] object WorkAdvice {
  def answer(work: Work)(evidence: Evidence): Option[String] = {
    val few = WorkStudy.name(Threads.Default, WorkStudy.few)
    val many = WorkStudy.name(Threads.Default, WorkStudy.many)
    work match {
      case Work.Cpu =>
        evidence.judged(WorkStudy.name(Threads.PerCore, WorkStudy.few), few)((core, default) =>
          s"Leave threads and connections alone for work that computes: a thread per core answered ${Numbers.rate(core.total.throughput)} and " +
            s"200 threads ${Numbers.rate(default.total.throughput)}; only cores or less work help."
        )
      case _ =>
        evidence.judged(few, many)((f, m) =>
          s"Size the pool for what waits: ${WorkStudy.many} connections answered ${Numbers.rate(m.total.throughput)} where ${WorkStudy.few} answered " +
            s"${Numbers.rate(f.total.throughput)}, each connection waiting ${waited(f)}."
        )
    }
  }

  def sentences(work: Work)(evidence: Evidence): Vector[String] = Vector(
    Option.when(work.usesDatabase)(
      "The reads wait 30 ms in the database, which stands for the network and the disk that the source had and loopback has not: " +
        "without a wait 10 connections already take all cores, as the page on Hikari's formula shows."
    ),
    evidence.judged(
      WorkStudy.name(Threads.PerCore, WorkStudy.many),
      WorkStudy.name(Threads.Default, WorkStudy.many)
    )((few, many) =>
      s"Threads come before connections: with ${Threads.PerCore.number} threads a pool of ${WorkStudy.many} answered ${Numbers.rate(few.total.throughput)}, " +
        s"with 200 threads ${Numbers.rate(many.total.throughput)}."
    )
  ).flatten

  private def waited(run: Result): String = run.server.hikari
    .flatMap(_.usageMeanMs)
    .fold("for the database")(held => s"for most of the ${Numbers.millis(held)} that it was held")
}
