package bottleneck.threadpool

import bottleneck.lab.explain.statistics.{Sent, ServiceOrder}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import bottleneck.lab.Simulations
import bottleneck.ServiceProperties
import bottleneck.StudyRuns.{judgement, verdict}
import bottleneck.latency.SameUsersStudy
import bottleneck.threadpool.TomcatRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** Users who hold their connections, of whom a service accepts some or all. */
class HeldConnectionsStudySpec extends AnyFlatSpec with Matchers {
  private val threadsAllow = Prediction(9.76, "threads", "100 / 1.025 s")

  private def holding(connections: Int, throughput: Double = 9.8)(errors: (String, Long)*): StoredResult =
    failing(changed(burst(HeldConnectionsStudy.trial(connections), 98, 10000)) { run =>
      run.copy(
        expected = run.expected.copy(prediction = Some(threadsAllow)),
        measured = run.measured.copy(total = run.total.copy(throughput = throughput))
      )
    })(errors: _*)

  "Many threads" should "answer what they allow, all 1000 of the source at quick scale too" in {
    val setup = Simulations.found.map(_.setup).find(_.trial == HeldConnectionsStudy.many(1))
    setup.map(_.target.properties(ServiceProperties.threads)) shouldBe Some("1000")
    def many(throughput: Double, limit: Option[Prediction]): StoredResult =
      changed(burst(HeldConnectionsStudy.many(1), 9756, 10000))(run =>
        run.copy(
          expected = run.expected.copy(prediction = limit),
          measured = run.measured.copy(total = run.total.copy(throughput = throughput))
        )
      )
    def judged(throughput: Double): Verdict = verdict("tuning/threads#throughput")(
      many(throughput, Some(Prediction(975.6, "threads", "1000 / 1.025 s")))
    )
    judged(927) shouldBe Verdict.Reproduced
    judged(926) shouldBe Verdict.Refuted
    judged(700) shouldBe Verdict.Refuted
    judged(1025) shouldBe Verdict.Refuted
    // as published
    judged(1000) shouldBe Verdict.Reproduced
    verdict("tuning/threads#throughput")(many(975, limit = None)) shouldBe Verdict.Undecided
    verdict("tuning/threads#throughput")(holding(819)(), holding(1200)()) shouldBe Verdict.NotRun
  }

  private def sent(second: Int, ko: Long, error: String): Sent =
    Sent(second, 100 - ko, ko, None, None, None, Map(error -> ko).filter(_._2 > 0))

  /** Of users who arrive within 10 s: so many of 100 requests failed that were sent at 0, 3, 6, 9 and 12 s. */
  private def sending(stored: StoredResult, error: String, failed: Long*): StoredResult = changed(stored) { run =>
    val all = failed.toVector.zipWithIndex.map { case (ko, n) => sent(n * 3, ko, error) }
    val order = ServiceOrder(0.38, Some(0.41), 17700, 11225, all)
    run.copy(
      measured = run.measured.copy(byLoad = run.measured.byLoad.copy(order = Some(order))),
      treatment = run.treatment.copy(load = run.load.copy(arrivalMs = 10000))
    )
  }

  "The first requests" should "be those that time out more often than later ones" in {
    def judged(throughput: Double, failed: Long*): Verdict = judgedBy(requestTimeout)(throughput, failed: _*)
    def judgedBy(error: String)(throughput: Double, failed: Long*): Verdict =
      verdict("tuning/threads#first-requests-time-out")(
        sending(holding(819, throughput)(requestTimeout -> 12L), error, failed: _*)
      )
    judged(9.8, 30, 30, 29, 30, 100) shouldBe Verdict.Reproduced
    judged(9.8, 30, 30, 30, 30, 0) shouldBe Verdict.Refuted
    judged(9.8, 0, 0, 0, 1, 0) shouldBe Verdict.Refuted
    judged(9.8, 0, 0, 0, 0, 9) shouldBe Verdict.Undecided
    judged(5, 30, 30, 0, 0, 0) shouldBe Verdict.Undecided
    judgedBy(connectTimeout)(9.8, 30, 30, 29, 30, 0) shouldBe Verdict.Reproduced
    judgedBy(connectTimeout)(9.8, 0, 0, 30, 30, 0) shouldBe Verdict.Refuted
    // no time-outs
    judgedBy(connectRefused)(9.8, 30, 30, 0, 0, 0) shouldBe Verdict.Undecided
    verdict("tuning/threads#first-requests-time-out")(holding(819)(requestTimeout -> 12L)) shouldBe Verdict.Undecided
  }

  "Starving requests" should "be late though they have a connection and threads answer others" in {
    def judged(all: StoredResult): Verdict = verdict("tuning/threads#starvation")(all)
    def late(failed: Long*): StoredResult =
      sending(holding(1200)(requestTimeout -> failed.sum), requestTimeout, failed: _*)
    judged(late(5, 0, 0, 0, 0)) shouldBe Verdict.Reproduced
    judged(holding(1200)()) shouldBe Verdict.Refuted
    judged(holding(1200)(connectTimeout -> 1L)) shouldBe Verdict.Refuted
    judged(holding(1200, throughput = 5)(requestTimeout -> 1L)) shouldBe Verdict.Undecided
    judged(holding(819)(requestTimeout -> 1L)) shouldBe Verdict.NotRun
  }

  they should "be the first ones, not any that are overtaken for so long" in {
    def judged(failed: Long*): Verdict =
      verdict("tuning/threads#starvation")(
        sending(holding(1200)(requestTimeout -> failed.sum), requestTimeout, failed: _*)
      )
    judged(20, 20, 10, 10, 0) shouldBe Verdict.Reproduced
    judged(20, 19, 10, 10, 0) shouldBe Verdict.Undecided
    // by chance with a probability of 6 % and of 3 %
    judged(4, 0, 0, 0, 0) shouldBe Verdict.Undecided
    judged(5, 0, 0, 0, 0) shouldBe Verdict.Reproduced
    judged(1, 0, 0, 0, 0) shouldBe Verdict.Undecided
    judged(0, 0, 5, 5, 0) shouldBe Verdict.Undecided
    judged(0, 0, 0, 0, 1) shouldBe Verdict.Undecided
    verdict("tuning/threads#starvation")(holding(1200)(requestTimeout -> 1L)) shouldBe Verdict.Undecided
    // who had no connection did not starve
    verdict("tuning/threads#starvation")(
      sending(holding(1200)(requestTimeout -> 1L), connectTimeout, 20, 20, 0, 0, 0)
    ) shouldBe Verdict.Undecided
  }

  they should "be told apart from those that newer ones overtake" in {
    val order = ServiceOrder(0.38, Some(0.41), 17700, 11225, Vector.empty)
    val same = changed(burst(SameUsersStudy.trial(1), 98, 10000))(run =>
      run.copy(measured = run.measured.copy(byLoad = run.measured.byLoad.copy(order = Some(order))))
    )
    judgement("tuning/threads#starvation")(holding(819)(), holding(1200)(), same).evidence should
      include("41.0\u202f% were served at once while others waited), and 0 failed there")
  }

  "The answer and the advice" should "come from sound runs" in {
    val connections = Vector(connected(holding(819)(connectTimeout -> 170L), 819, 10)(819, 11), holding(1200)())
    HeldConnectionsStudy.study.answer(Evidence.of(connections)).getOrElse("") should
      include("170 of them for want of a connection")
    HeldConnectionsStudy.study.advice(Evidence.of(connections)).head should include("which says 10 for the 98 users")
  }
}
