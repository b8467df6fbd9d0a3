package bottleneck.threadpool

import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.Burst
import scala.concurrent.duration._

/** The states of a service's threads before, during and after as many requests as it has threads
  * (tomcat/thread-states).
  */
final class ThreadStates extends Simulated(ThreadStates.setup)

object ThreadStates {
  def setup: Setup = Setup(
    ThreadStatesStudy.trial,
    TomcatSetting(threads, spare, maxConnections = 100, acceptCount = 10).computing(work),
    _.choose(
      quick = Burst(threads, 60.seconds, Some(Computing.warmUp), after = 4.seconds),
      full = Burst(threads, 15.minutes, Some(Computing.warmUp), after = 30.seconds)
    ),
    _ => Workload(Computing.request(15.minutes))
  )

  private[threadpool] val threads = 20
  private[threadpool] val spare = 10

  /** Long enough to be seen once a second. */
  private val work = Computing(600.millis)
}
