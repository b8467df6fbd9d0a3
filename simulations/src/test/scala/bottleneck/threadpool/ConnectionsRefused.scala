package bottleneck.threadpool

import bottleneck.lab.explain.result.ErrorKind
import bottleneck.lab.target.Burst
import bottleneck.lab.{Experiment, Workload}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** More connections than a service and its listen queue hold, each kept for longer than a client tries to get one,
  * until those that have one give up too (tomcat/refused).
  *
  * @param within
  *   the time in which they are opened
  */
abstract class ConnectionsRefused(setting: TomcatSetting, users: Int, within: FiniteDuration)
    extends Experiment(
      RefusedStudy.trial(setting.acceptCount, within),
      setting.sleeping(),
      _ => Burst(users, ConnectionsRefused.patience, arrival = within)
    ) {
  private val path = s"/test?millis=${ConnectionsRefused.kept.toMillis}"

  measure(
    Workload(
      exec(http("GET /test").get(path).requestTimeout(ConnectionsRefused.patience)),
      Vector(someAnswer),
      expectedFailures = Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut)
    )
  )
}

object ConnectionsRefused {

  /** So slowly that each is there before the next comes. */
  private[threadpool] val slowly = 4.seconds

  /** Longer than they take to come and then to give up: gatling.conf has 5 s for that. */
  private val kept = 10.seconds
  private val patience = 12.seconds

  /** The source's numbers. */
  private[threadpool] val published =
    TomcatSetting(threads = 200, spareThreads = 50, maxConnections = 1000, acceptCount = 10)
  private[threadpool] val publishedUsers = 1200
}

final class RefusedBeyondAcceptCount
    extends ConnectionsRefused(
      ConnectionsRefused.published,
      ConnectionsRefused.publishedUsers,
      ConnectionsRefused.slowly
    )

/** Faster than the service accepts them. */
final class RefusedAtOnce
    extends ConnectionsRefused(ConnectionsRefused.published, ConnectionsRefused.publishedUsers, within = Duration.Zero)

/** More than the kernel allows, whose limit is 4096 unless somebody changed it. */
final class RefusedBeyondSomaxconn
    extends ConnectionsRefused(
      TomcatSetting(threads = 10, maxConnections = 10, acceptCount = 10000),
      users = 4300,
      ConnectionsRefused.slowly
    )
