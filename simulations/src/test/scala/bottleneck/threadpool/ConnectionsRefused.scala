package bottleneck.threadpool

import bottleneck.lab.explain.record.{ErrorKind, Expectation}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.Burst
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** More connections than a service and its listen queue hold, each kept for longer than a client tries to get one,
  * until those that have one give up too (tomcat/refused).
  *
  * @param within
  *   the time in which they are opened
  */
object ConnectionsRefused {
  def of(setting: TomcatSetting, users: Int, within: FiniteDuration): Setup = Setup(
    RefusedStudy.trial(setting.acceptCount, within),
    setting.sleeping,
    _ => Burst(users, patience, arrival = within),
    _ =>
      Workload(
        exec(http("GET /test").get(s"/test?millis=${kept.toMillis}").requestTimeout(patience)),
        Expectation(failures =
          Vector(ErrorKind.connectionTimedOut, ErrorKind.connectionRefused, ErrorKind.requestTimedOut)
        )
      )
  )

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
    extends Simulated(
      ConnectionsRefused.of(
        ConnectionsRefused.published,
        ConnectionsRefused.publishedUsers,
        ConnectionsRefused.slowly
      )
    )

/** Faster than the service accepts them. */
final class RefusedAtOnce
    extends Simulated(
      ConnectionsRefused.of(ConnectionsRefused.published, ConnectionsRefused.publishedUsers, within = Duration.Zero)
    )

/** More than the kernel allows, whose limit is 4096 unless somebody changed it. */
final class RefusedBeyondSomaxconn
    extends Simulated(
      ConnectionsRefused.of(
        TomcatSetting(threads = 10, maxConnections = 10, acceptCount = 10000),
        users = 4300,
        ConnectionsRefused.slowly
      )
    )
