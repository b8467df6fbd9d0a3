package bottleneck.threadpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns.{judgement, verdict}
import bottleneck.threadpool.TomcatRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

/** Studies of connections that arrive in a burst, and of the listen queue that holds some of them. */
class ConnectionStudiesSpec extends AnyFlatSpec with Matchers {

  private def accepting(acceptCount: Int, ok: Long, totalMs: Int): StoredResult =
    failing(burst(AcceptCountStudy.trial(acceptCount), ok, totalMs))(connectTimeout -> (50 - ok))

  private def keptOpen(totalMs: Int): StoredResult = burst(AcceptCountStudy.keptOpen, 50, totalMs)

  "A longer accept-count" should "answer more" in {
    def judged(ok: Long): Verdict =
      verdict("tomcat/accept-count#more-answered")(accepting(1, 20, 4000), accepting(40, ok, 5000))
    judged(25) shouldBe Verdict.Reproduced
    judged(24) shouldBe Verdict.Undecided
    judged(20) shouldBe Verdict.Refuted
  }

  // 50 at 10/s, and four pauses of the clients
  it should "be told with what the last wait is made of" in {
    val told = AcceptCountStudy.study.advice(Evidence.of(Vector(keptOpen(65000), accepting(40, 50, 5000)))).mkString
    told.replace('\u202f', ' ') should (include("4 pauses of 15.0 s") and include("5.00 s of work") and
      include("close their connection after the answer had it after 5.00 s"))
  }

  it should "make connections later, or all at once" in {
    def judged(queued: Int): Verdict = verdict("tomcat/accept-count#handshakes")(
      connected(accepting(40, 50, 5000), 10, 40)(accepted = 10, queued)
    )
    judged(queued = 39) shouldBe Verdict.Reproduced
    judged(queued = 40) shouldBe Verdict.Refuted
    verdict("tomcat/accept-count#handshakes")(accepting(40, 50, 5000)) shouldBe Verdict.Undecided
    // a burst that overflows the listen queue is another reason
    val overflown = changed(connected(accepting(40, 50, 5000), 10, 40)(accepted = 10, queued = 39)) { run =>
      run.copy(server = run.server.copy(network = run.server.network.map(_.copy(synRetransmits = 1))))
    }
    verdict("tomcat/accept-count#handshakes")(overflown) shouldBe Verdict.Undecided
  }

  private def refused(
      accepted: Int,
      queued: Int,
      failed: Long,
      byRefusal: Long = 0,
      within: FiniteDuration = 4.seconds
  ): StoredResult = {
    val trial = RefusedStudy.trial(acceptCount = 10, within)
    val run = changed(burst(trial, 1200 - failed, 36000))(run =>
      run.copy(treatment = run.treatment.copy(load = run.load.copy(users = 1200)))
    )
    connected(failing(run)(connectTimeout -> (failed - byRefusal), connectRefused -> byRefusal), 1000, 10)(
      accepted,
      queued
    )
  }

  "Refused connections" should "be counted within one, as the source counts one less" in {
    def judged(run: StoredResult): Verdict = verdict("tomcat/refused#numbers")(run)
    judged(refused(1000, 11, 189)) shouldBe Verdict.Reproduced
    judged(refused(1000, 11, 189, byRefusal = 189)) shouldBe Verdict.Reproduced
    judged(refused(1000, 10, 190)) shouldBe Verdict.Reproduced
    judged(refused(1000, 11, 187)) shouldBe Verdict.Refuted
    judged(refused(1000, 9, 189)) shouldBe Verdict.Refuted
    judged(refused(998, 11, 189)) shouldBe Verdict.Refuted
    judged(refused(1000, 11, 189, within = 0.seconds)) shouldBe Verdict.NotRun
  }

  they should "be judged apart where they come at once" in {
    def judged(run: StoredResult): Verdict = verdict("tomcat/refused#at-once")(run)
    judged(refused(1000, 10, 190, within = 0.seconds)) shouldBe Verdict.Reproduced
    judged(refused(600, 11, 0, within = 0.seconds)) shouldBe Verdict.Refuted
    judged(refused(1000, 11, 189)) shouldBe Verdict.NotRun
  }

  they should "be refused, all that are not made" in {
    def judged(run: StoredResult): Verdict = verdict("tomcat/refused#refused")(run)
    judged(refused(1000, 11, 189, byRefusal = 189)) shouldBe Verdict.Reproduced
    judged(refused(1000, 11, 189, byRefusal = 188)) shouldBe Verdict.Refuted
    judged(refused(1000, 200, failed = 0)) shouldBe Verdict.Undecided
    judged(failing(refused(1000, 200, failed = 0))(requestTimeout -> 800L)) shouldBe Verdict.Undecided
  }

  they should "not be counted where the kernel tells nothing" in {
    verdict("tomcat/refused#numbers")(
      changed(refused(1000, 11, 189))(run => run.copy(server = Server.unknown))
    ) shouldBe
      Verdict.Untestable
  }

  "A queue that is too short" should "be told by who believed that they were connected" in {
    val run = failing(burst(RefusedStudy.trial(10, 0.seconds), 200, 12000))(requestTimeout -> 1000L)
    val all = connected(
      changed(run)(run => run.copy(treatment = run.treatment.copy(load = run.load.copy(users = 1200)))),
      1000,
      10
    )(600, 11)
    RefusedStudy.study.advice(Evidence.of(Vector(all))).mkString should
      (include("at most 600 were accepted") and include("600 others believed that they were connected"))
    judgement("tomcat/refused#numbers")(refused(1000, 11, 180)).evidence should include(
      "9 more believed that they were connected"
    )
  }

  "The kernel's limit" should "be shown where it was met, and else said not to be" in {
    def beyond(queued: Int, failed: Long): String = {
      val run = failing(burst(RefusedStudy.trial(10000, 4.seconds), 10, 12000))(connectTimeout -> failed)
      val all = connected(
        changed(run)(run => run.copy(treatment = run.treatment.copy(load = run.load.copy(users = 4300)))),
        10,
        10000
      )(10, queued)
      RefusedStudy.study.advice(Evidence.of(Vector(all))).mkString
    }
    beyond(4097, 193) should include("it kept 4,097 connections at a limit of 4,096, and 193 were not made")
    beyond(4290, 0) should include("more than was needed")
  }

  "The answers and the advice" should "come from sound runs" in {
    val accepts = Vector(accepting(1, 20, 4000), connected(accepting(40, 50, 11000), 10, 40)(10, 40))
    AcceptCountStudy.study.advice(Evidence.of(accepts)).mkString should
      (include("The last of 40 in the queue waits for 4.00") and include("the last of 20 answers came after 4.00"))
    RefusedStudy.study.answer(Evidence.of(Vector(refused(1000, 11, 189)))).getOrElse("") should
      include("11 waited in the listen queue and 189 were not made")
  }
}
