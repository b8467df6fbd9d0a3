package bottleneck.threadpool

import bottleneck.lab.target.Burst
import bottleneck.lab.{Experiment, Workload}
import scala.concurrent.duration._

/** The states of a service's threads before, during and after as many requests as it has threads
  * (tomcat/thread-states).
  */
final class ThreadStates
    extends Experiment(
      ThreadStatesStudy.trial,
      TomcatSetting(ThreadStates.threads, ThreadStates.spare, maxConnections = 100, acceptCount = 10)
        .computing(ThreadStates.work),
      _.choose(
        quick = Burst(ThreadStates.threads, 60.seconds, Some(Computing.warmUp), after = 4.seconds),
        full = Burst(ThreadStates.threads, 15.minutes, Some(Computing.warmUp), after = 30.seconds)
      )
    ) {
  measure(Workload(Computing.request(15.minutes), Vector(noFailure)))
}

object ThreadStates {
  private[threadpool] val threads = 20
  private[threadpool] val spare = 10

  /** Long enough to be seen once a second. */
  private val work = Computing(600.millis)
}
