package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns.{evidence, judgement, verdict}
import bottleneck.connectionpool.PoolRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ManagementPortStudySpec extends AnyFlatSpec with Matchers {
  private def changed(stored: StoredResult)(change: Result => Result): StoredResult =
    stored.copy(result = change(stored.result))

  "Scrapes" should "be lost on a shared port only, as the source says, or not be lost there" in {
    def port(
        onePort: Boolean,
        ended: Double,
        answered: Double,
        users: Int = 150,
        meanMs: Option[Double] = None
    ): StoredResult =
      changed(pooled(ManagementPortStudy.trial(onePort, users), 8.3, 5)) { run =>
        val took = meanMs.getOrElse(if (onePort) 6050.0 else 10.0)
        run.copy(server = run.server.copy(scraper = Some(Scraper(ended, answered, Some(took)))))
      }
    val own = port(onePort = false, 12, 12)
    def judged(shared: StoredResult, own: StoredResult = own): Verdict = verdict("hikari/management-port")(shared, own)
    judged(port(onePort = true, 10, 9)) shouldBe Verdict.Reproduced
    judged(port(onePort = true, 10, 10)) shouldBe Verdict.Undecided
    judged(port(onePort = true, 10, 10, meanMs = Some(20.1))) shouldBe Verdict.Undecided
    judged(port(onePort = true, 10, 10, meanMs = Some(20))) shouldBe Verdict.Refuted
    judged(port(onePort = true, 10, 0), port(onePort = false, 10, 9)) shouldBe Verdict.Refuted
    judged(port(onePort = true, 5, 0), port(onePort = false, 5, 5)) shouldBe Verdict.Reproduced
    judged(port(onePort = true, 4.9, 0)) shouldBe Verdict.Undecided
    judged(port(onePort = true, 12, 0), port(onePort = false, 4.9, 4.9)) shouldBe Verdict.Undecided
    val uncounted = changed(port(onePort = true, 12, 0))(run => run.copy(server = run.server.copy(scraper = None)))
    judged(uncounted) shouldBe Verdict.Undecided
    // what must fail is no evidence of the source's users
    judged(port(onePort = true, 12, 0, users = 250)) shouldBe Verdict.NotRun
  }

  they should "be told with what theory says, and from how many users on they fail" in {
    def port(onePort: Boolean, answered: Double, users: Int): StoredResult =
      changed(pooled(ManagementPortStudy.trial(onePort, users), 8.3, 5))(run =>
        run.copy(
          server = run.server.copy(scraper = Some(Scraper(12, answered, Some(6050)))),
          treatment = run.treatment.copy(load = run.load.copy(users = users))
        )
      )
    val runs = Vector(port(onePort = true, 12, 150), port(onePort = false, 12, 150), port(onePort = true, 0, 250))
    val study = ManagementPortStudy.study
    judgement("hikari/management-port")(runs: _*).evidence.replace('\u202f', ' ') should
      (include("a scrape took 6.05 s on average") and include("by theory 6.00 s") and include("from 184 users on"))
    study.answer(evidence(runs: _*)(study)).getOrElse("") should include("12 of 12 scrapes")
    study.advice(evidence(runs: _*)(study)).mkString.replace('\u202f', ' ') should
      (include("With 250 users 0 of 12 scrapes") and include("18.0 s"))
  }
}
