package bottleneck.threadpool

import bottleneck.lab.explain.record.Trial
import bottleneck.ServiceProperties
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.files.AccessLog
import bottleneck.lab.target.{Burst, Target}
import scala.concurrent.duration._

/** 100 simultaneous requests on a fixed number of threads (tomcat/ready-threads). */
object ReadyThreads {
  def of(trial: Trial, target: Target): Setup = ComputingBurst.of(trial, target, requests)

  def of(threads: Int): Setup = of(ReadyThreadsStudy.trial(threads), target(threads))

  private[threadpool] val requests = 100

  def cold(threads: Int): Setup = Setup(
    ReadyThreadsStudy.cold(threads),
    target(threads),
    _.choose(
      quick = Burst(requests, patience = 2.minutes),
      full = Burst(requests, patience = 15.minutes)
    ),
    context => {
      // full: the source's
      val additions = context.scale.choose(quick = 200000000L, full = 1000000000L)
      Workload(Computing.boxed(15.minutes, additions))
    },
    ReadyThreadsStudy.repeats
  )

  /** With a log of how long each request was worked on. */
  private[threadpool] def target(threads: Int): Target = {
    val computing = TomcatSetting(threads, spareThreads = threads).computing(Computing.quick)
    computing.copy(properties = computing.properties + AccessLog.asked)
  }
}

final class ReadyThreads030 extends Simulated(ReadyThreads.of(30))
final class ReadyThreads050 extends Simulated(ReadyThreads.of(50))
final class ReadyThreads100 extends Simulated(ReadyThreads.of(100))

/** A virtual thread for each of them. */
final class ReadyThreadsVirtual
    extends Simulated(ReadyThreads.of(ReadyThreadsStudy.virtual, ServiceProperties.virtual(ReadyThreads.target(100))))

/** The first requests of a JVM, as the source's were: their number of additions is given, as to find how many take a
  * time would warm it up.
  */
final class ReadyThreads030Cold extends Simulated(ReadyThreads.cold(30))
final class ReadyThreads100Cold extends Simulated(ReadyThreads.cold(100))
