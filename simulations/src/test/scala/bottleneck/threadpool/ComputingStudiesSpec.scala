package bottleneck.threadpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.settings.Scale
import bottleneck.StudyRuns.{drawnVerdict, judgement, ofOneNight, verdict}
import bottleneck.threadpool.TomcatRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** Studies of requests that compute. */
class ComputingStudiesSpec extends AnyFlatSpec with Matchers {

  private def spare(threads: Int)(meansMs: Int*): Vector[StoredResult] =
    meansMs.toVector.map(burst(MinSpareStudy.trial(threads), 50, 5000, _))

  // else those who find no connection wait for ever
  "The calibration" should "have no more users than there are connections" in {
    def users(setup: bottleneck.lab.Setup): Option[Int] =
      setup.load(Scale.Quick).load(_ => None).toOption.flatMap(_.warmUp).map(_.atMost)
    users(MaxConnections.of(10)) shouldBe Some(10)
    users(MaxConnections.keptOpen(50)) shouldBe Some(50)
    users(AcceptCount.of(40)) shouldBe Some(10)
    users(ReadyThreads.of(30)) shouldBe Some(64)
  }

  "Spare threads" should "shorten the mean only where it can be told" in {
    val few = spare(10)(4500, 4510, 4520)
    verdict("tomcat/min-spare")(few ++ spare(50)(3000, 3010, 3020): _*) shouldBe Verdict.Reproduced
    verdict("tomcat/min-spare")(few ++ spare(50)(4490, 4530, 4505): _*) shouldBe Verdict.Refuted
    verdict("tomcat/min-spare")(few ++ spare(50)(5000, 5010, 5020): _*) shouldBe Verdict.Refuted
  }

  they should "not be judged by one run each" in {
    verdict("tomcat/min-spare")(spare(10)(4500) ++ spare(50)(3000): _*) shouldBe Verdict.Undecided
  }

  private def ready(threads: Int, totalMs: Int): StoredResult = burst(ReadyThreadsStudy.trial(threads), 100, totalMs)
  private def cold(threads: Int, totalMs: Int): StoredResult = burst(ReadyThreadsStudy.cold(threads), 100, totalMs)

  /** Threads worked so long on each of the first 30 that they began with, and on each of the others. */
  private def worked(stored: StoredResult, firstMs: Int, laterMs: Int, requests: Int = 100): StoredResult =
    changed(stored)(run =>
      run.copy(measured =
        run.measured.copy(byLoad =
          run.measured.byLoad.copy(handledMs = Vector.fill(30)(firstMs) ++ Vector.fill(requests - 30)(laterMs))
        )
      )
    )

  "What compares requests that compute" should "not be judged where something else than the cores limited them" in {
    def idle(stored: StoredResult): StoredResult = changed(stored)(run =>
      run.copy(server = run.server.copy(cpu = Cpu(Some(1.5), None, Some(0.1), MachineCpu(Some(1.6), Some(0), Some(0)))))
    )
    comparing.foreach(verdict(_)(sooner.map(idle): _*) shouldBe Verdict.Undecided)
  }

  it should "not be judged where the handlers or the cost of a request are not known" in {
    def blind(stored: StoredResult): StoredResult =
      changed(stored)(run =>
        run.copy(
          server = run.server.copy(service = run.server.service.copy(handler = None)),
          expected = run.expected.copy(demand = None)
        )
      )
    comparing.foreach(verdict(_)(sooner.map(blind): _*) shouldBe Verdict.Undecided)
  }

  /** Statements that need the cores to be the limit, and runs that show all but the last of them. */
  private val comparing = Vector(
    "tomcat/max-connections#handler-time",
    "tomcat/max-connections#total-time",
    "tomcat/ready-threads#context-switches"
  )

  private def sooner: Vector[StoredResult] =
    Vector(ready(30, 9000), ready(100, 14000), keptOpen(10, 10000, 1000), keptOpen(50, 5000, 5000))

  "Fewer at once" should "finish sooner" in {
    def judged(fewMs: Int*)(manyMs: Int*): Verdict =
      verdict("tomcat/ready-threads#sooner")(
        fewMs.map(cold(30, _)) ++ manyMs.map(cold(100, _)) ++ Vector(ready(30, 9000), ready(100, 9000)): _*
      )
    judged(9490, 9490, 9490, 9490)(10000, 10000, 10000, 10000) shouldBe Verdict.Reproduced
    judged(9510, 9510, 9510, 9510)(10000, 10000, 10000, 10000) shouldBe Verdict.Refuted
    // as theory has it: 68 %
    judged(6700, 6800, 6800, 6900)(9900, 10000, 10000, 10100) shouldBe Verdict.Reproduced
    judged(9000, 9000, 9000, 9800)(9900, 10000, 10000, 10100) shouldBe Verdict.Undecided
    judged(6800, 6800, 6800)(10000, 10000, 10000, 10000) shouldBe Verdict.Undecided
    judged(6800, 6800, 6800, 6800)(10000, 10000, 10000) shouldBe Verdict.Undecided
    // of more runs one may differ
    judged(9000, 9000, 9000, 9000, 9000, 9000, 9800)(Vector.fill(7)(10000): _*) shouldBe Verdict.Reproduced
  }

  they should "all be answered, or the run does not count" in {
    val (few, many) = (Vector.fill(4)(cold(30, 6800)), Vector.fill(4)(cold(100, 10000)))
    def judged(runs: Vector[StoredResult]): Verdict = verdict("tomcat/ready-threads#sooner")(runs: _*)
    judged(few ++ many) shouldBe Verdict.Reproduced
    judged(few.tail ++ many :+ failing(few.head)(requestTimeout -> 1L)) shouldBe Verdict.Undecided
  }

  they should "be judged sooner by four runs each, and by more where they come night by night" in {
    def judged(runs: Int, nights: Vector[StoredResult] => Vector[StoredResult]): Verdict = {
      val all = Vector.fill(runs)(cold(30, 9300)) ++ Vector.fill(runs)(cold(100, 10000))
      drawnVerdict("tomcat/ready-threads#sooner")(nights(all).zipWithIndex.map { case (stored, n) =>
        changed(stored)(run => run.copy(run = run.run.copy(id = s"run-$n", startedAt = s"2026-03-${10 + n}T09:30:00Z")))
      }: _*)
    }
    judged(4, ofOneNight) shouldBe Verdict.Reproduced
    judged(4, identity) shouldBe Verdict.Undecided
    judged(6, identity) shouldBe Verdict.Reproduced
  }

  they should "take half as long after the first ones" in {
    def judgedWith(warm: StoredResult, laterMs: Int*): Verdict = verdict("tomcat/ready-threads#half-as-long")(
      laterMs.map(worked(cold(30, 9000), 4000, _)) :+ warm: _*
    )
    def judged(laterMs: Int*): Verdict = judgedWith(worked(ready(30, 9000), 4000, 4000), laterMs: _*)
    judged(2828, 2828, 2828) shouldBe Verdict.Reproduced
    judged(2829, 2829, 2829) shouldBe Verdict.Refuted
    // the source's half
    judged(2000, 2000, 2000) shouldBe Verdict.Reproduced
    judged(2828, 2828, 2829) shouldBe Verdict.Undecided
    judged(2829, 2829, 2828) shouldBe Verdict.Undecided
    judged(2000, 2000) shouldBe Verdict.Undecided
    judged(4000, 4000) shouldBe Verdict.Undecided
    // what the last ones gain on a warm JVM, too, as fewer share the cores
    judgedWith(worked(ready(30, 9000), 4000, 3600), 2500, 2500, 2500) shouldBe Verdict.Reproduced
    judgedWith(worked(ready(30, 9000), 4000, 3600), 2600, 2600, 2600) shouldBe Verdict.Refuted
    judgedWith(ready(30, 9000), 2000, 2000, 2000) shouldBe Verdict.Undecided
    verdict("tomcat/ready-threads#half-as-long")(worked(cold(30, 9000), 4000, 2000)) shouldBe Verdict.NotRun
    verdict("tomcat/ready-threads#half-as-long")(worked(ready(30, 9000), 4000, 2000)) shouldBe Verdict.NotRun
  }

  they should "all be answered for that, or the run does not count" in {
    val three = Vector.fill(3)(worked(cold(30, 9000), 4000, 2000)) :+ worked(ready(30, 9000), 4000, 4000)
    verdict("tomcat/ready-threads#half-as-long")(three: _*) shouldBe Verdict.Reproduced
    verdict("tomcat/ready-threads#half-as-long")(
      three.tail :+ worked(cold(30, 9000), 4000, 2000, requests = 99): _*
    ) shouldBe Verdict.Undecided
  }

  // 1.9 cores, so 171 ms at 100 requests in 9 s
  they should "take less CPU time each" in {
    def judged(manyMs: Int): Verdict =
      verdict("tomcat/ready-threads#context-switches")(ready(30, 10000), ready(100, manyMs))
    judged(10510) shouldBe Verdict.Reproduced
    judged(10490) shouldBe Verdict.Refuted
  }

  they should "come with the thread formula of the measured share" in {
    ReadyThreadsStudy.study.advice(Evidence.of(Vector(ready(30, 10000)))).head should include("says 3 threads")
  }

  private def through(connections: Int, totalMs: Int, insideMs: Double): StoredResult =
    handled(burst(MaxConnectionsStudy.trial(connections), 50, totalMs), 50, insideMs)

  private def keptOpen(connections: Int, totalMs: Int, insideMs: Double): StoredResult =
    handled(burst(MaxConnectionsStudy.keptOpen(connections), 50, totalMs), 50, insideMs)

  "More connections" should "lengthen the handler's time" in {
    def judged(insideMs: Double): Verdict =
      verdict("tomcat/max-connections#handler-time")(keptOpen(10, 5000, 1000), keptOpen(50, 5000, insideMs))
    judged(2000) shouldBe Verdict.Reproduced
    judged(1999) shouldBe Verdict.Refuted
  }

  they should "shorten the time of all requests" in {
    def judged(few: StoredResult): Verdict =
      verdict("tomcat/max-connections#total-time")(few, keptOpen(50, 5000, 1000))
    judged(keptOpen(10, 5270, 1000)) shouldBe Verdict.Reproduced
    judged(keptOpen(10, 5260, 1000)) shouldBe Verdict.Refuted
    // of clients that close their connections the source says nothing
    judged(through(10, 10000, 1000)) shouldBe Verdict.NotRun
  }

  they should "need no new handshakes where the kernel has made all of them" in {
    def judged(queued: Int, sentAgain: Double = 0): Judgement =
      judgement("tomcat/max-connections#handshakes")(
        network(connected(keptOpen(10, 9000, 1000), 10, 10000)(accepted = 10, queued))(
          _.copy(synRetransmits = sentAgain)
        )
      )
    judged(queued = 39).verdict shouldBe Verdict.Reproduced
    judged(queued = 40).verdict shouldBe Verdict.Refuted
    judged(queued = 40).evidence should
      (include("50 connections were established at once") and include("no handshake needed a second packet"))
    judged(queued = 40, sentAgain = 1).verdict shouldBe Verdict.Undecided
    verdict("tomcat/max-connections#handshakes")(keptOpen(10, 9000, 1000)) shouldBe Verdict.Undecided
  }

  private def network(stored: StoredResult)(change: Network => Network): StoredResult =
    changed(stored)(run => run.copy(server = run.server.copy(network = run.server.network.map(change))))

  private def zombies(handledOnes: Double): StoredResult =
    failing(handled(burst(ZombieWorkStudy.trial, 10, 5000), handledOnes, 1000))(requestTimeout -> 40L)

  "Abandoned requests" should "be seen to be worked on, or not" in {
    verdict("tomcat/zombie-work")(zombies(50)) shouldBe Verdict.Reproduced
    verdict("tomcat/zombie-work")(zombies(12)) shouldBe Verdict.Refuted
  }

  "The answers" should "come from sound runs" in {
    ReadyThreadsStudy.study.answer(Evidence.of(Vector(ready(30, 9000), ready(100, 9000)))) should not be empty
    ZombieWorkStudy.study.answer(Evidence.of(Vector(zombies(50)))).getOrElse("") should include("80.0")
  }

  "Connections that are kept open" should "show as pauses" in {
    val runs = Vector(through(10, 5000, 1000), burst(MaxConnectionsStudy.keptOpen(10), 50, 9000))
    MaxConnectionsStudy.study.advice(Evidence.of(runs)).head should
      (include("take 9.00") and include("instead of 5.00") and include("4 pauses"))
  }
}
