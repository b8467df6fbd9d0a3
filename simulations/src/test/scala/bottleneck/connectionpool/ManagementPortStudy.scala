package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.LittlesLaw
import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.ManagementPort._
import scala.concurrent.duration._

/** Study: scraping a saturated service. */
object ManagementPortStudy {
  private val shared = name(onePort = true, sourcesUsers)
  private val own = name(onePort = false, sourcesUsers)
  private val crowded = name(onePort = true, manyUsers)

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
      s"With 250 users {scrapes.answered[shared port, 250 users] as count} of {scrapes[shared port, 250 users] as count} scrapes were answered on the shared port: by theory a thread is free for one after ${Numbers.millis(waitMs(manyUsers))}, and the scraper waits for ${Numbers.millis(scraping.patience)}, as Prometheus does by default."
    ),
    order = Vector(shared, own, crowded)
  )

  def trial(onePort: Boolean, users: Int): Trial = Trial(study.id, name(onePort, users))

  private def name(onePort: Boolean, users: Int): String = s"${if (onePort) "shared" else "own"} port, $users users"

  /** Requests per second by theory. */
  private def throughput: Double = connections / holding.time.toUnit(SECONDS)

  /** Queueing time for a thread, in ms; the pool frees threads at its throughput. */
  private def waitMs(users: Int): Double =
    LittlesLaw.responseTime(math.max(0, users - PoolSetting.threads).toDouble, throughput).toMillis.toDouble
}
