package bottleneck.threadpool

import bottleneck.ServiceProperties
import bottleneck.lab.explain.result.Trial
import bottleneck.lab.target.{Burst, Target}
import bottleneck.lab.{Experiment, Workload}
import scala.concurrent.duration._

/** 100 simultaneous requests on a fixed number of threads (tomcat/ready-threads). */
abstract class ReadyThreads(trial: Trial, target: Target) extends ComputingBurst(trial, target, ReadyThreads.requests) {
  def this(threads: Int) = this(ReadyThreadsStudy.trial(threads), ReadyThreads.target(threads))
}

object ReadyThreads {
  private[threadpool] val requests = 100

  private[threadpool] def target(threads: Int): Target =
    TomcatSetting(threads, spareThreads = threads).computing(Computing.quick)
}

final class ReadyThreads030 extends ReadyThreads(30)
final class ReadyThreads050 extends ReadyThreads(50)
final class ReadyThreads100 extends ReadyThreads(100)

/** A virtual thread for each of them. */
final class ReadyThreadsVirtual
    extends ReadyThreads(ReadyThreadsStudy.virtual, ServiceProperties.virtual(ReadyThreads.target(100)))

/** The first requests of a JVM, as the source's were: their number of additions is given, as to find how many take a
  * time would warm it up.
  */
final class ReadyThreadsCold
    extends Experiment(
      ReadyThreadsStudy.cold,
      ReadyThreads.target(30),
      _.choose(
        quick = Burst(ReadyThreads.requests, patience = 2.minutes),
        full = Burst(ReadyThreads.requests, patience = 15.minutes)
      )
    ) {
  private val additions = settings.scale.choose(quick = 600000000L, full = 1000000000L)

  measure(Workload(Computing.request(15.minutes, s"?additions=$additions"), Vector(noFailure)))
}
