package bottleneck.hikari

import bottleneck.Dsl._
import bottleneck.lab.figures.theory.LittlesLaw
import bottleneck.lab.claims.verdict.Study
import scala.concurrent.duration.SECONDS

/** The source's service whose threads all wait for one of 5 connections, while it is scraped as by Prometheus, on the
  * port of its requests or on one of their own (hikari/management-port). It settles until all of the first users have
  * had their turn.
  */
abstract class ManagementPort(onePort: Boolean, users: Int, settle: FiniteDuration)
    extends ConnectionPool(
      Trial("management-port", s"${if (onePort) "shared" else "own"} port, $users users"),
      PoolSetting(connections = 5, timeout = 30.seconds, onePort = onePort),
      HoldingSweep.at300ms.holding
    ) {
  override def target = super.target.copy(scraping = Some(ManagementPort.scraping))
  override def load = load(users, arrival = 2.seconds, settle, window = 60.seconds)
  override def fullLoad = load(users, arrival = 60.seconds, settle, window = 120.seconds)
}

private[hikari] object ManagementPort {

  /** Prometheus waits for 10 s by default, and never longer than it is until the next scrape. */
  val scraping = Scraping(every = 10.seconds, patience = 10.seconds)
}

/** Spring Boot's default, with the users of the source's last stage. */
final class ManagementPortShared extends ManagementPort(onePort = true, users = 150, settle = 20.seconds)

final class ManagementPortOwn extends ManagementPort(onePort = false, users = 150, settle = 20.seconds) {

  /** The longest answer of one run is chance. */
  override def repeats: Int = 3
}

/** By theory every scrape on the shared port times out: the number is the lab's. */
final class ManagementPortSharedManyUsers extends ManagementPort(onePort = true, users = 250, settle = 32.seconds)

/** Study: scraping a saturated service. */
object ManagementPortStudy {
  val study: Study = Study(
    id = "management-port",
    title = "Management port: seeing a saturated service",
    question =
      "Are metrics answered while every request thread is busy, on the port of the requests and on one of their own?",
    factor = "management port",
    answer = Vector(
      "Give the metrics a port of their own (management.server.port): a scrape took {scrape[own port, 150 users]} there, and {scrape[shared port, 150 users]} on the port of the requests."
    ),
    advice = Vector(
      "On the shared port a scrape, and a health check, waits for a thread like any request: (users − threads) ÷ throughput by Little's law. So the metrics come late, or go missing, exactly when they are needed, and a liveness probe there restarts a service that is only busy.",
      s"With 250 users {scrapes.answered[shared port, 250 users] as count} of {scrapes[shared port, 250 users] as count} scrapes were answered on the shared port: by theory a thread is free for one after ${Numbers.millis(waitMs)}, and the scraper waits for ${Numbers.millis(ManagementPort.scraping.patience)}, as Prometheus does by default."
    ),
    order = Vector("shared port, 150 users", "own port, 150 users", "shared port, 250 users")
  )

  /** Queueing time of 250 users for a thread, in ms: the pool of 5 frees threads at its throughput. */
  private def waitMs: Double = {
    val throughput = 5 / HoldingSweep.at300ms.holding.time.toUnit(SECONDS)
    LittlesLaw.responseTime(250.0 - PoolSetting.threads, throughput).toMillis.toDouble
  }
}
