package bottleneck.threadpool

import bottleneck.ServiceProperties
import bottleneck.lab.explain.result.ErrorKind
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.ClosedLoad
import bottleneck.lab.{Experiment, Workload}
import bottleneck.latency.{RandomLatency, Sleeping}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** One server of many threads whose connections hold all users, or not: a tenth of the source's 10,000 users, 1000
  * threads and 8192 connections, so that by Little's law every ratio and every time stays (tuning/threads).
  */
abstract class HeldConnections(connections: Int)
    extends Experiment(
      HeldConnectionsStudy.trial(connections),
      HeldConnections.setting(connections).sleeping(HeldConnections.full(connections)),
      _.choose(
        quick = ClosedLoad(users = HeldConnections.users, arrival = 8.seconds, settle = 14.seconds, hold = 34.seconds),
        full = ClosedLoad(HeldConnections.users * HeldConnections.scale, 100.seconds, settle = 20.seconds, 80.seconds)
      )
    ) {
  private val threads = HeldConnections.threads * settings.scale.choose(1, HeldConnections.scale)
  private val holdsAll = connections >= HeldConnections.users
  private val requests = exec(http("GET /test").get("/test").requestTimeout(RandomLatency.timeout))

  measure(
    Workload(
      requests,
      if (holdsAll) Vector(noFailure) else Vector(someAnswer),
      limits = Vector(
        Prediction.threads(threads, 1, Sleeping.mean),
        Prediction.users(load.users, Sleeping.mean)
      ),
      expectedFailures = if (holdsAll) Vector.empty else Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut)
    )
  )
}

object HeldConnections {
  private val scale = 10
  private[threadpool] val users = 1000
  private[threadpool] val threads = 100

  /** A tenth of Tomcat's 8192, and enough for all. */
  private[threadpool] val (default, enough) = (819, 1200)

  private def setting(connections: Int): TomcatSetting =
    TomcatSetting(threads, maxConnections = connections, acceptCount = 10)

  private def full(connections: Int): Map[String, String] = Map(
    ServiceProperties.threads -> (threads * scale).toString,
    ServiceProperties.maxConnections -> (if (connections == default) 8192 else connections * scale).toString,
    ServiceProperties.acceptCount -> "100"
  )
}

final class ConnectionsForSomeUsers extends HeldConnections(HeldConnections.default)
final class ConnectionsForAllUsers extends HeldConnections(HeldConnections.enough)
