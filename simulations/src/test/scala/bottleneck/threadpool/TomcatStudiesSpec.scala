package bottleneck.threadpool

import bottleneck.lab.explain.record.{ThreadStates => States, _}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.explain.theory.Prediction
import bottleneck.threadpool.TomcatRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class TomcatStudiesSpec extends AnyFlatSpec with Matchers {
  private val connectTimeout = "i.n.c.ConnectTimeoutException: connection timed out"
  private val requestTimeout = "Request timeout to 127.0.0.1 after 1500 ms"

  private def spare(threads: Int)(meansMs: Int*): Vector[StoredResult] =
    meansMs.toVector.map(burst(MinSpareStudy.trial(threads), 50, 5000, _))

  "Spare threads" should "shorten the mean only where it can be told" in {
    val few = spare(10)(4500, 4510, 4520)
    verdict(MinSpareStudy.study, few ++ spare(50)(3000, 3010, 3020): _*) shouldBe Verdict.Reproduced
    verdict(MinSpareStudy.study, few ++ spare(50)(4490, 4530, 4505): _*) shouldBe Verdict.Refuted
    verdict(MinSpareStudy.study, few ++ spare(50)(5000, 5010, 5020): _*) shouldBe Verdict.Refuted
  }

  they should "not be judged by one run each" in {
    verdict(MinSpareStudy.study, spare(10)(4500) ++ spare(50)(3000): _*) shouldBe Verdict.Undecided
  }

  private def ready(threads: Int, totalMs: Int, tenths: Option[Vector[Int]] = None): StoredResult =
    burst(ReadyThreadsStudy.trial(threads), 100, totalMs, tenths = tenths)

  /** 30 at a time: the first 30 take 4 s, the others half of that. */
  private val half = Some(Vector(4000, 4000, 4000, 6000, 6000, 6000, 8000, 8000, 8000, 9000))

  "What compares requests that compute" should "not be judged where something else than the cores limited them" in {
    def idle(stored: StoredResult): StoredResult = changed(stored)(run =>
      run.copy(server = run.server.copy(cpu = Cpu(Some(1.5), None, Some(0.1), MachineCpu(Some(1.6), Some(0), Some(0)))))
    )
    verdict(ReadyThreadsStudy.study, idle(ready(30, 9000, half)), idle(ready(100, 14000))) shouldBe Verdict.Undecided
    verdict(MaxConnectionsStudy.study, idle(keptOpen(5000, 1000)), idle(through(50, 5000, 5000))) shouldBe
      Verdict.Undecided
  }

  it should "not be judged where the handlers or the cost of a request are not known" in {
    def blind(stored: StoredResult): StoredResult =
      changed(stored)(run =>
        run.copy(
          server = run.server.copy(service = run.server.service.copy(handler = None)),
          expected = run.expected.copy(demand = None)
        )
      )
    verdict(ReadyThreadsStudy.study, blind(ready(30, 9000, half)), blind(ready(100, 14000))) shouldBe Verdict.Undecided
    verdict(MaxConnectionsStudy.study, blind(keptOpen(5000, 1000)), blind(through(50, 5000, 5000))) shouldBe
      Verdict.Undecided
    verdict(
      AcceptCountStudy.study,
      accepting(1, 20, 4000),
      changed(accepting(40, 50, 5000))(run => run.copy(expected = run.expected.copy(prediction = None)))
    ) shouldBe Verdict.Undecided
  }

  "Fewer at once" should "finish sooner and later ones in half the time, or be refuted" in {
    verdict(ReadyThreadsStudy.study, ready(30, 9000, half), ready(100, 14000)) shouldBe Verdict.Reproduced
    verdict(ReadyThreadsStudy.study, ready(30, 9000), ready(100, 14000)) shouldBe Verdict.Refuted
    verdict(ReadyThreadsStudy.study, ready(30, 9000, half), ready(100, 9000)) shouldBe Verdict.Refuted
  }

  they should "come with the thread formula of the measured share" in {
    ReadyThreadsStudy.study.advice(Evidence.of(Vector(ready(30, 10000)))).head should include("says 3 threads")
  }

  private def through(connections: Int, totalMs: Int, insideMs: Double): StoredResult =
    handled(burst(MaxConnectionsStudy.trial(connections), 50, totalMs), 50, insideMs)

  private def keptOpen(totalMs: Int, insideMs: Double): StoredResult =
    handled(burst(MaxConnectionsStudy.keptOpen, 50, totalMs), 50, insideMs)

  "More connections" should "lengthen the handler's time and shorten all, or be refuted" in {
    verdict(MaxConnectionsStudy.study, keptOpen(10000, 1000), through(50, 5000, 5000)) shouldBe Verdict.Reproduced
    verdict(MaxConnectionsStudy.study, keptOpen(5000, 1000), through(50, 5000, 5000)) shouldBe Verdict.Refuted
    verdict(MaxConnectionsStudy.study, keptOpen(10000, 1000), through(50, 5000, 1000)) shouldBe Verdict.Refuted
    // of clients that close their connections the source says nothing
    verdict(MaxConnectionsStudy.study, through(10, 10000, 1000), through(50, 5000, 5000)) shouldBe Verdict.NotRun
  }

  they should "say what the kernel knows of handshakes" in {
    val run = connected(keptOpen(9000, 1000), 10, 10000)(accepted = 10, queued = 40)
    text(MaxConnectionsStudy.study, run, through(50, 5000, 5000)) should (include(
      "50 connections were established at once"
    ) and
      include("no handshake needed a second packet"))
  }

  private def accepting(acceptCount: Int, ok: Long, totalMs: Int): StoredResult =
    failing(burst(AcceptCountStudy.trial(acceptCount), ok, totalMs))(connectTimeout -> (50 - ok))

  "A longer accept-count" should "answer more and late, or be refuted" in {
    verdict(AcceptCountStudy.study, accepting(1, 20, 4000), accepting(40, 50, 11000)) shouldBe Verdict.Reproduced
    verdict(AcceptCountStudy.study, accepting(1, 20, 4000), accepting(40, 50, 5000)) shouldBe Verdict.Refuted
    verdict(AcceptCountStudy.study, accepting(1, 50, 4000), accepting(40, 50, 11000)) shouldBe Verdict.Refuted
  }

  private def refused(accepted: Int, queued: Int, failed: Long): StoredResult = {
    val trial = RefusedStudy.trial(acceptCount = 10, within = 4.seconds)
    val run = changed(burst(trial, 1200 - failed, 36000))(run =>
      run.copy(treatment = run.treatment.copy(load = run.load.copy(users = 1200)))
    )
    connected(failing(run)(connectTimeout -> failed), 1000, 10)(accepted, queued)
  }

  "Refused connections" should "be counted exactly" in {
    verdict(RefusedStudy.study, refused(1000, 11, 189)) shouldBe Verdict.Reproduced
    verdict(RefusedStudy.study, refused(1000, 11, 188)) shouldBe Verdict.Refuted
    verdict(RefusedStudy.study, refused(1000, 10, 189)) shouldBe Verdict.Refuted
    verdict(RefusedStudy.study, refused(999, 11, 189)) shouldBe Verdict.Refuted
  }

  they should "not be judged where the kernel tells nothing" in {
    verdict(RefusedStudy.study, changed(refused(1000, 11, 189))(run => run.copy(server = Server.unknown))) shouldBe
      Verdict.Untestable
  }

  private def zombies(handledOnes: Double): StoredResult =
    failing(handled(burst(ZombieWorkStudy.trial, 10, 5000), handledOnes, 1000))(requestTimeout -> 40L)

  "Abandoned requests" should "be seen to be worked on, or not" in {
    verdict(ZombieWorkStudy.study, zombies(50)) shouldBe Verdict.Reproduced
    verdict(ZombieWorkStudy.study, zombies(12)) shouldBe Verdict.Refuted
  }

  private def states(runnable: Span, timedWaiting: Span): StoredResult =
    changed(burst(ThreadStatesStudy.trial, 20, 6000))(run =>
      run.copy(server =
        run.server.copy(service =
          run.server.service.copy(threads = Some(States(runnable, Span(0, 0), waiting = Span(12, 22), timedWaiting)))
        )
      )
    )

  "Thread states" should "change with the requests, or be refuted" in {
    verdict(ThreadStatesStudy.study, states(Span(8, 28), Span(6, 26))) shouldBe Verdict.Reproduced
    verdict(ThreadStatesStudy.study, states(Span(8, 12), Span(6, 26))) shouldBe Verdict.Refuted
    verdict(ThreadStatesStudy.study, states(Span(8, 28), Span(6, 7))) shouldBe Verdict.Refuted
    verdict(ThreadStatesStudy.study, states(Span(20, 40), Span(6, 26))) shouldBe Verdict.Refuted
  }

  private def holding(connections: Int)(errors: (String, Long)*): StoredResult =
    failing(
      changed(burst(HeldConnectionsStudy.trial(connections), 98, 10000))(run =>
        run.copy(expected = run.expected.copy(prediction = Some(threadsAllow)))
      )
    )(errors: _*)

  private val threadsAllow = Prediction(9.76, "threads", "100 / 1.025 s")

  "Starving requests" should "be those that are connected and late, with connections enough too" in {
    verdict(HeldConnectionsStudy.study, holding(819)(connectTimeout -> 100L), holding(1200)()) shouldBe Verdict.Refuted
    verdict(HeldConnectionsStudy.study, holding(819)(requestTimeout -> 9L), holding(1200)()) shouldBe Verdict.Refuted
    verdict(
      HeldConnectionsStudy.study,
      holding(819)(requestTimeout -> 9L),
      holding(1200)(requestTimeout -> 9L)
    ) shouldBe Verdict.Reproduced
    val slow =
      changed(holding(819)())(run => run.copy(measured = run.measured.copy(total = run.total.copy(throughput = 5))))
    verdict(HeldConnectionsStudy.study, slow, holding(1200)()) shouldBe Verdict.Undecided
  }

  "Every Tomcat study" should "answer and advise from sound runs of all its variants" in {
    ReadyThreadsStudy.study.answer(Evidence.of(Vector(ready(30, 9000), ready(100, 9000)))) should not be empty
    ZombieWorkStudy.study.answer(Evidence.of(Vector(zombies(50)))).getOrElse("") should include("80.0")
    val accepts = Vector(accepting(1, 20, 4000), connected(accepting(40, 50, 11000), 10, 40)(10, 40))
    AcceptCountStudy.study.advice(Evidence.of(accepts)).mkString should
      (include("The last of 40 in the queue waits for 4.00") and include("the last of 20 answers came after 4.00"))
    val connections = Vector(connected(holding(819)(connectTimeout -> 170L), 819, 10)(819, 11), holding(1200)())
    HeldConnectionsStudy.study.answer(Evidence.of(connections)).getOrElse("") should
      include("170 of them for want of a connection")
    HeldConnectionsStudy.study.advice(Evidence.of(connections)).head should include("which says 10 for the 98 users")
    RefusedStudy.study.answer(Evidence.of(Vector(refused(1000, 11, 189)))).getOrElse("") should
      include("11 waited in the listen queue and 189 were not made")
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
    text(RefusedStudy.study, refused(1000, 11, 180)) should include("9 more believed that they were connected")
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

  "Connections that are kept open" should "show as pauses" in {
    val runs = Vector(through(10, 5000, 1000), burst(MaxConnectionsStudy.keptOpen, 50, 9000))
    MaxConnectionsStudy.study.advice(Evidence.of(runs)).head should
      (include("take 9.00") and include("instead of 5.00") and include("4 pauses"))
  }
}
