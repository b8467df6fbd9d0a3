package bottleneck.connectionpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** What the runs say of scraping a service that is saturated. */
object ManagementPortStudy {
  private val shared = "shared port"
  private val own = "own port"

  /** Parts of the scrapes that are answered. */
  private val nearlyAll = 0.9
  private val hardlyAny = 0.1

  val study: Study = Study(
    id = "management-port",
    title = "Management port: seeing a saturated service",
    question =
      "Are metrics answered while every request thread is busy, on the port of the requests and on one of their own?",
    factor = "management port",
    Conclusions(
      Vector(Statement("hikari/management-port", Verdict.Reproduced, _.judge(shared, own)(onlyOnItsOwn))),
      _.judged(shared, own)((s, o) =>
        s"Give the metrics a port of their own (management.server.port): ${scrapes(o)} were answered there${busy(o)}, and ${scrapes(s)} on the port of the requests."
      ),
      _ =>
        Vector(
          "On the shared port a scrape, and a health check, waits for a thread like any request, by Little's law for users ÷ throughput. " +
            "So the metrics go missing exactly when they are needed, and a liveness probe there restarts a service that is only busy."
        )
    ),
    order = Vector(shared, own)
  )

  def trial(onePort: Boolean): Trial = Trial(study, if (onePort) shared else own)

  private def onlyOnItsOwn(shared: Result, own: Result): Judgement = (answered(shared), answered(own)) match {
    case (Some(few), Some(many)) =>
      Judgement.of(few <= hardlyAny && many >= nearlyAll)(
        s"${scrapes(shared)}, one a second, were answered within a second on the shared port, ${scrapes(own)} on a port of their own${busy(own)}"
      )
    case _ => Judgement(Verdict.Undecided, "the scrapes were not counted")
  }

  /** What the separate port answers, and the shared one does not. */
  private def busy(run: Result): String =
    run.server.service.tomcat.fold("")(tomcat =>
      s" while up to ${Numbers.count(tomcat.busyMax)} of ${ManagementPort.threads} threads were busy"
    )

  private def answered(run: Result): Option[Double] =
    run.server.scrapes.filter(_.asked > 0).map(scrapes => scrapes.answered / scrapes.asked)

  private def scrapes(run: Result): String = run.server.scrapes.fold(Numbers.none)(scrapes =>
    s"${Numbers.count(scrapes.answered)} of ${Numbers.count(scrapes.asked)} scrapes"
  )
}
