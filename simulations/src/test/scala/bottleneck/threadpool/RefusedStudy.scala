package bottleneck.threadpool

import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.ServiceProperties
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.Burst
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Study: connections beyond the service and its listen queue. */
object RefusedStudy {
  private val slowly = ConnectionsRefused.slowly
  private val asPublished = name(10, slowly)
  private val atOnce = name(10, Duration.Zero)
  private val beyondKernel = name(10000, slowly)

  val study: Study = Study(
    id = "refused-connections",
    title = "Tomcat: connections beyond the limits",
    question = "How many of too many simultaneous connections are accepted, queued and not made?",
    factor = "accept-count",
    Conclusions(
      evidence =>
        for {
          run <- evidence.counted(asPublished).toOption; seen <- Held.of(run)
        } yield s"Of ${Numbers.count(seen.users)} connections ${seen.text}.",
      evidence =>
        Vector(
          Some(
            "A connection beyond both limits is not refused but ignored: the client asks again, after a second at first and then less and less often, until its own connect timeout, so give every client one, and watch ListenDrops and ListenOverflows (nstat) on the server."
          ),
          Some(s"Set ${ListenQueue.rule}"),
          burst(evidence),
          kernel(evidence)
        ).flatten
    ),
    order = Vector(asPublished, atOnce, beyondKernel)
  )

  def trial(acceptCount: Int, within: FiniteDuration): Trial = Trial(study.id, name(acceptCount, within))

  private def name(acceptCount: Int, within: FiniteDuration): String = {
    val when = if (within > Duration.Zero) s"opened within ${within.toSeconds} s" else "opened at once"
    s"accept-count ${Numbers.count(acceptCount)}, $when"
  }

  /** Connections of a run by outcome. */
  private final case class Held(users: Double, accepted: Double, queued: Double, failed: Double) {
    def text: String =
      s"${Numbers.count(accepted)} were accepted at once, ${Numbers.count(queued)} waited in the listen queue and ${Numbers.count(failed)} were not made"
  }

  private object Held {
    def of(run: Result): Option[Held] = for {
      tomcat <- run.server.service.tomcat
      network <- run.server.network
    } yield Held(run.load.users.toDouble, tomcat.connectionsMax, network.backlogMax, notMade(run).toDouble)
  }

  private def refused(run: Result): Long = ErrorKind.times(run.total.errors, ErrorKind.connectionRefused)

  /** Connections that were refused or timed out. */
  private def notMade(run: Result): Long =
    refused(run) + ErrorKind.times(run.total.errors, ErrorKind.connectionTimedOut)

  private def burst(evidence: Evidence): Option[String] = for {
    run <- evidence.counted(atOnce).toOption
    seen <- Held.of(run)
    theory <- TomcatSetting.held(run)
    if seen.accepted < theory.accepted
    spread <- run.measured.byLoad.burst.map(_.spreadMs)
  } yield s"A short listen queue loses connections long before max-connections is reached: of the same ${Numbers.count(seen.users)} connections, opened within ${Numbers.millis(spread)}, at most ${Numbers.count(seen.accepted)} were accepted, " +
    s"as a queue of ${Numbers.count(theory.queued)} overflows while the service is busy accepting. ${Numbers.count(seen.users - seen.failed - seen.accepted)} others believed that they were connected, for the kernel had answered their first packet before it dropped the last: they wait for an answer in vain."

  private def kernel(evidence: Evidence): Option[String] = for {
    run <- evidence.counted(beyondKernel).toOption
    seen <- Held.of(run)
    limit <- run.server.network.flatMap(_.somaxconn)
    asked <- ServiceProperties.number(run, ServiceProperties.acceptCount)
  } yield
    if (limit >= asked || seen.failed == 0)
      s"This kernel allows a listen queue of ${Numbers.count(limit)} (net.core.somaxconn), more than was needed to show its limit."
    else
      s"The kernel cuts accept-count to net.core.somaxconn without a word: of accept-count ${Numbers.count(asked)} it kept ${Numbers.count(seen.queued)} connections at a limit of ${Numbers.count(limit)}, and ${Numbers.count(seen.failed)} were not made. Raise both."
}

/** More connections than a service and its listen queue hold, each kept longer than the connect timeout
  * (tomcat/refused).
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

  /** Arrival time, so slow that each connection is made before the next. */
  private[threadpool] val slowly = 4.seconds

  /** Holding time, longer than the arrival and the connect timeout of 5 s in gatling.conf. */
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

/** Connections that arrive faster than the service accepts them. */
final class RefusedAtOnce
    extends Simulated(
      ConnectionsRefused.of(ConnectionsRefused.published, ConnectionsRefused.publishedUsers, within = Duration.Zero)
    )

/** Listen queue above the kernel's limit, by default 4096. */
final class RefusedBeyondSomaxconn
    extends Simulated(
      ConnectionsRefused.of(
        TomcatSetting(threads = 10, maxConnections = 10, acceptCount = 10000),
        users = 4300,
        ConnectionsRefused.slowly
      )
    )
