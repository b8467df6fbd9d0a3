package bottleneck.threadpool

import bottleneck.lab.explain.result.Trial
import bottleneck.lab.target.{Burst, WarmUp}
import bottleneck.lab.{Experiment, Workload}
import scala.concurrent.duration._

/** 50 simultaneous requests for 50 threads, through fewer connections (tomcat/max-connections).
  *
  * @param kept
  *   whether each client keeps its connection open for a while after the answer
  */
abstract class MaxConnections(trial: Trial, connections: Int, kept: Boolean = false)
    extends Experiment(
      trial,
      MaxConnections.setting(connections).computing(Computing.quick),
      _.choose(
        quick =
          MaxConnections.load(60.seconds, Computing.warmUp, if (kept) MaxConnections.quickIdle else Duration.Zero),
        full = MaxConnections
          .load(15.minutes, Computing.warmUp, if (kept) MaxConnections.publishedIdle else Duration.Zero)
      )
    ) {
  def this(connections: Int) = this(MaxConnectionsStudy.trial(connections), connections)

  private val answered = Computing.request(15.minutes)

  measure(
    Workload(
      if (kept) answered.pause(load.thinkTime) else answered,
      Vector(noFailure),
      warmUp = Some(answered),
      calibration = Some(answered)
    )
  )
}

object MaxConnections {
  private[threadpool] val requests = 50

  /** How long the source's client keeps a connection for the next request unless told otherwise (aiohttp, connector.py,
    * keepalive_timeout).
    */
  private[threadpool] val publishedIdle = 15.seconds

  /** As much shorter as the requests are. */
  private[threadpool] val quickIdle: FiniteDuration =
    publishedIdle * Computing.quick.time.toMillis / Computing.published.toMillis

  private def load(patience: FiniteDuration, warmUp: WarmUp, idle: FiniteDuration): Burst =
    Burst(requests, patience, Some(warmUp), thinkTime = idle)

  private def setting(connections: Int): TomcatSetting =
    TomcatSetting(threads = requests, spareThreads = requests, connections, acceptCount = 10000)
}

final class MaxConnections10 extends MaxConnections(10)
final class MaxConnections20 extends MaxConnections(20)
final class MaxConnections30 extends MaxConnections(30)
final class MaxConnections50 extends MaxConnections(50)

/** As the source's client does. */
final class MaxConnections10KeptOpen extends MaxConnections(MaxConnectionsStudy.keptOpen, 10, kept = true)
