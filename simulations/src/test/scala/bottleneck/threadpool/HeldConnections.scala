package bottleneck.threadpool

import bottleneck.lab.explain.record.{ErrorKind, Expectation}
import bottleneck.lab.explain.theory.{Prediction, WaitingLine}
import bottleneck.ServiceProperties
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{ClosedLoad, Target, WarmUp}
import bottleneck.latency.{RandomLatency, Sleeping}
import scala.concurrent.duration._

/** One server of many threads whose connections hold all users, or not: a tenth of the source's 10,000 users, 1000
  * threads and 8192 connections, so that by Little's law every ratio and every time stays (tuning/threads).
  */
object HeldConnections {
  def of(connections: Int): Setup = Setup(
    HeldConnectionsStudy.trial(connections),
    target(connections),
    _.choose(
      quick = ClosedLoad(users, arrival = 8.seconds, settle = 14.seconds, hold = 34.seconds, warmUp),
      full = ClosedLoad(users * scale, 100.seconds, settle = 20.seconds, 80.seconds, warmUp)
    ),
    context =>
      Workload(
        RandomLatency.requests(""),
        Expectation(
          Vector(
            Prediction.threads(threads * context.scale.choose(1, scale), 1, Sleeping.mean),
            Prediction.users(context.load.users, Sleeping.mean)
          ),
          failures =
            if (connections >= users) Vector.empty else Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut),
          line = Some(line(connections, context.scale.choose(1, scale)))
        ),
        warmUp = Some(RandomLatency.warmUp)
      )
  )

  /** Of the users who are connected, or in the listen queue. */
  private def line(connections: Int, times: Int): WaitingLine =
    Sleeping(1, threads * times, math.min(users, connections + acceptCount) * times).line

  private def warmUp: Option[WarmUp] = Sleeping(instances = 1, threads, users).warmUp

  private val scale = 10
  private[threadpool] val users = 1000
  private[threadpool] val threads = 100
  private val acceptCount = 10

  /** As many as the source has, and so few users that two cores carry them: they ask for 1220 requests/s. */
  private[threadpool] val manyThreads = threads * scale
  private[threadpool] val forManyThreads = Sleeping(instances = 1, manyThreads, users = 1250)

  /** A tenth of Tomcat's 8192, and enough for all. */
  private[threadpool] val (default, enough) = (819, 1200)

  /** As warm, and with as little in it, as the servers that it is compared with. */
  private def target(connections: Int): Target = {
    val sleeping = Sleeping(instances = 1, threads, users).target
    sleeping.copy(
      properties = sleeping.properties ++ Map(
        ServiceProperties.maxConnections -> connections.toString,
        ServiceProperties.acceptCount -> acceptCount.toString
      ),
      atFullScale = full(connections)
    )
  }

  private def full(connections: Int): Map[String, String] = Map(
    ServiceProperties.threads -> (threads * scale).toString,
    ServiceProperties.maxConnections -> (if (connections == default) 8192 else connections * scale).toString,
    ServiceProperties.acceptCount -> "100"
  )
}

final class ConnectionsForSomeUsers extends Simulated(HeldConnections.of(HeldConnections.default))
final class ConnectionsForAllUsers extends Simulated(HeldConnections.of(HeldConnections.enough))

/** What a thread costs that sleeps shows with all of the source's 1000: 975.6 requests/s in theory. */
final class ThousandThreads
    extends Simulated(
      RandomLatency.of(HeldConnectionsStudy.many, HeldConnections.forManyThreads, HeldConnections.forManyThreads)
    )
