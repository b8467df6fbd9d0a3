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

  /** Fewest completed scrapes for a judgement. */
  private val fewest = 5

  /** Smallest ratio of scrape times, shared to own port, that is late. */
  private val late = 2.0

  val study: Study = Study(
    id = "management-port",
    title = "Management port: seeing a saturated service",
    question =
      "Are metrics answered while every request thread is busy, on the port of the requests and on one of their own?",
    factor = "management port",
    Conclusions(
      // by theory a scrape comes late, and in time for Prometheus' default
      Vector(Statement("hikari/management-port", Verdict.Undecided, _.judge(shared, own)(onlyOnItsOwn))),
      _.judged(shared, own)((s, o) =>
        s"Give the metrics a port of their own (management.server.port): ${scrapes(o)} were answered there, in ${mean(o)} on average, and ${scrapes(s)} on the port of the requests, in ${mean(s)}."
      ),
      evidence =>
        Vector(
          Some(
            "On the shared port a scrape, and a health check, waits for a thread like any request: (users − threads) ÷ throughput by Little's law. " +
              "So the metrics come late, or go missing, exactly when they are needed, and a liveness probe there restarts a service that is only busy."
          ),
          evidence
            .counted(crowded)
            .toOption
            .map(run =>
              s"With ${run.load.users} users ${scrapes(run)} were answered on the shared port: by theory a thread is free for one after ${Numbers.millis(waitMs(run.load.users))}, and the scraper waits for ${Numbers.millis(scraping.patience)}, as Prometheus does by default."
            )
        ).flatten
    ),
    order = Vector(shared, own, crowded)
  )

  def trial(onePort: Boolean, users: Int): Trial = Trial(study.id, name(onePort, users))

  private def name(onePort: Boolean, users: Int): String = s"${if (onePort) "shared" else "own"} port, $users users"

  private def onlyOnItsOwn(shared: Result, own: Result): Judgement = (answered(shared), answered(own)) match {
    case (Some(atBusy), Some(atIdle)) =>
      val verdict =
        if (atIdle < 1) Verdict.Refuted
        else if (atBusy < 1) Verdict.Reproduced
        else if (isLate(shared, own)) Verdict.Undecided
        else Verdict.Refuted
      Judgement(
        verdict,
        s"${scrapes(shared)} were answered within ${Numbers.millis(scraping.patience)} on the shared port, and ${scrapes(own)} on a port of their own; on the shared port a scrape took ${mean(shared)} on average, by theory ${Numbers
            .millis(waitMs(sourcesUsers))}, and would fail from ${Numbers.count(failsFrom)} users on"
      )
    case _ =>
      Judgement.undecided(s"the scrapes were not counted, or fewer than $fewest ended in the window")
  }

  /** True if scrapes are late; then the scraper's timeout decides whether they fail. */
  private def isLate(shared: Result, own: Result): Boolean = (for {
    busy <- shared.server.scraper.flatMap(_.meanMs); idle <- own.server.scraper.flatMap(_.meanMs)
  } yield busy > late * idle).getOrElse(false)

  /** Requests per second by theory. */
  private def throughput: Double = connections / holding.time.toUnit(SECONDS)

  /** Queueing time for a thread, in ms; the pool frees threads at its throughput. */
  private def waitMs(users: Int): Double =
    LittlesLaw.responseTime(math.max(0, users - PoolSetting.threads).toDouble, throughput).toMillis.toDouble

  private def failsFrom: Double = math.ceil(PoolSetting.threads + LittlesLaw.population(throughput, scraping.patience))

  private def answered(run: Result): Option[Double] =
    run.server.scraper.filter(_.ended >= fewest).map(scrapes => scrapes.answered / scrapes.ended)

  private def scrapes(run: Result): String = run.server.scraper.fold(Numbers.none)(scrapes =>
    // counted once a second, and scaled to the window
    s"${Numbers.count(scrapes.answered.round)} of ${Numbers.count(scrapes.ended.round)} scrapes"
  )

  private def mean(run: Result): String =
    run.server.scraper.flatMap(_.meanMs).fold(Numbers.none)(ms => Numbers.millis(ms.round))
}
