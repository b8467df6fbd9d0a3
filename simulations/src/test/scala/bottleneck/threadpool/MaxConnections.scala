package bottleneck.threadpool

import bottleneck.lab.explain.record.Trial
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{Burst, Target, WarmUp}
import scala.concurrent.duration._

/** 50 simultaneous requests for 50 threads, through fewer connections (tomcat/max-connections).
  *
  * @param kept
  *   whether each client keeps its connection open for a while after the answer
  */
object MaxConnections {
  def of(trial: Trial, connections: Int, kept: Boolean): Setup = {
    val target = setting(connections).computing(Computing.quick)
    of(trial, target, Computing.warmUp(target), kept)
  }

  private def of(trial: Trial, target: Target, warmUp: WarmUp, kept: Boolean): Setup = Setup(
    trial,
    target,
    _.choose(
      quick = load(60.seconds, warmUp, if (kept) quickIdle else Duration.Zero),
      full = load(15.minutes, warmUp, if (kept) publishedIdle else Duration.Zero)
    ),
    context => {
      val answered = Computing.request(15.minutes)
      Workload(
        if (kept) answered.pause(context.load.thinkTime) else answered,
        warmUp = Some(answered),
        calibration = Some(answered)
      )
    }
  )

  def of(connections: Int): Setup = of(MaxConnectionsStudy.trial(connections), connections, kept = false)

  def keptOpen(connections: Int): Setup = of(MaxConnectionsStudy.keptOpen(connections), connections, kept = true)

  private[threadpool] val requests = 50

  /** Default keep-alive timeout of the source's client (aiohttp, connector.py, keepalive_timeout). */
  private[threadpool] val publishedIdle = 15.seconds

  /** Keep-alive timeout, scaled like the request times. */
  private[threadpool] val quickIdle: FiniteDuration =
    publishedIdle * Computing.quick.time.toMillis / Computing.published.toMillis

  private def load(patience: FiniteDuration, warmUp: WarmUp, idle: FiniteDuration): Burst =
    Burst(requests, patience, Some(warmUp), thinkTime = idle)

  private def setting(connections: Int): TomcatSetting =
    TomcatSetting(threads = requests, spareThreads = requests, connections, acceptCount = 10000)
}

final class MaxConnections10 extends Simulated(MaxConnections.of(10))
final class MaxConnections20 extends Simulated(MaxConnections.of(20))
final class MaxConnections30 extends Simulated(MaxConnections.of(30))
final class MaxConnections50 extends Simulated(MaxConnections.of(50))

/** Connections kept open, as by the source's client. */
final class MaxConnections10KeptOpen extends Simulated(MaxConnections.keptOpen(10))
final class MaxConnections50KeptOpen extends Simulated(MaxConnections.keptOpen(50))
