package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.Latency
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns.{evidence, verdict}
import bottleneck.connectionpool.PoolRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class PoolStudiesSpec extends AnyFlatSpec with Matchers {
  private def latency(p99: Long): Option[Latency] = Some(Latency(1, p99 / 2.0, p99 / 2, p99 / 2, p99, p99, p99, p99))

  private def timeout(limit: FiniteDuration, throughput: Double, ko: Long, p99: Long, users: Int = 100): StoredResult =
    changed(pooled(ConnectionTimeoutStudy.trial(limit, users), throughput, 5, ko = ko)) { run =>
      val total = run.total.copy(latencyMs = latency(p99), failedLatencyMs = if (ko > 0) latency(p99) else None)
      run.copy(
        measured = run.measured.copy(total = total),
        treatment = run.treatment.copy(load = run.load.copy(users = users))
      )
    }

  private val slow = timeout(30.seconds, 8.3, ko = 0, p99 = 12000)

  "A short timeout" should "cap the wait of requests that get no connection" in {
    def waiting(acquireMs: Double, ko: Long = 400, users: Int = 150): StoredResult =
      changed(timeout(3.seconds, 8.3, ko, p99 = 4800, users))(run =>
        run.copy(server =
          run.server.copy(service =
            run.server.service.copy(hikari = run.server.service.hikari.map(_.copy(acquireP99Ms = Some(acquireMs))))
          )
        )
      )
    def judged(fast: StoredResult): Verdict = verdict("hikari/fail-fast#cap")(fast)
    judged(waiting(3200)) shouldBe Verdict.Reproduced
    judged(waiting(3201)) shouldBe Verdict.Refuted
    judged(waiting(3010, ko = 0)) shouldBe Verdict.Refuted
    val unnamed = changed(waiting(3010))(run =>
      run.copy(measured =
        run.measured.copy(total = run.total.copy(errors = Map("status.find.is(200), but actually found 500" -> 400L)))
      )
    )
    judged(unnamed) shouldBe Verdict.Refuted
    judged(changed(waiting(3010))(_.copy(server = Server.unknown))) shouldBe Verdict.Undecided
    judged(waiting(3010, users = 100)) shouldBe Verdict.NotRun
  }

  it should "keep the throughput" in {
    def judged(throughput: Double): Verdict =
      verdict("hikari/fail-fast#throughput")(slow, timeout(3.seconds, throughput, ko = 400, p99 = 4800))
    judged(7.9) shouldBe Verdict.Reproduced
    judged(8.7) shouldBe Verdict.Reproduced
    judged(7.8) shouldBe Verdict.Refuted
    judged(8.8) shouldBe Verdict.Refuted
  }

  "A long timeout" should "be waited for nearly to its end by someone, answered or refused" in {
    def judged(slowest: StoredResult): Verdict = verdict("hikari/slow")(slowest)
    judged(timeout(30.seconds, 8.3, ko = 0, p99 = 27000, users = 150)) shouldBe Verdict.Reproduced
    judged(timeout(30.seconds, 8.3, ko = 0, p99 = 26999, users = 150)) shouldBe Verdict.Refuted
    val refused = changed(timeout(30.seconds, 8.3, ko = 1, p99 = 18000, users = 150))(run =>
      run.copy(measured = run.measured.copy(total = run.total.copy(failedLatencyMs = latency(30010))))
    )
    judged(refused) shouldBe Verdict.Reproduced
    judged(slow) shouldBe Verdict.NotRun
  }

  "Its advice" should "have the first errors and what the timeout does not cap" in {
    val study = ConnectionTimeoutStudy.study
    val fast = timeout(3.seconds, 8.3, ko = 400, p99 = 3010)
    val few = timeout(3.seconds, 8.3, ko = 6, p99 = 3010, users = 25)
    val crowded = timeout(3.seconds, 8.3, ko = 600, p99 = 5400, users = 150)
    val found = evidence(slow, fast, few, crowded)(study)
    study.answer(found).getOrElse("") should startWith("Set the connection timeout")
    study.advice(found).mkString("\n") should
      (include("With 25 users 6 of") and include("with up to 30") and include("with 150 users on 100 threads"))
  }

  "Scrapes" should "be lost on a shared port only" in {
    def port(onePort: Boolean, answered: Double): StoredResult =
      changed(pooled(ManagementPortStudy.trial(onePort), 8.3, 5))(run =>
        run.copy(server = run.server.copy(scrapes = Some(Scrapes(16, answered))))
      )
    val study = ManagementPortStudy.study
    verdicts(study, port(onePort = true, 0), port(onePort = false, 16)) shouldBe Vector(Verdict.Reproduced)
    verdicts(study, port(onePort = true, 9), port(onePort = false, 16)) shouldBe Vector(Verdict.Refuted)
    verdicts(study, port(onePort = true, 0), port(onePort = false, 9)) shouldBe Vector(Verdict.Refuted)
    val uncounted = changed(port(onePort = true, 0))(run => run.copy(server = run.server.copy(scrapes = None)))
    verdicts(study, uncounted, port(onePort = false, 16)) shouldBe Vector(Verdict.Undecided)
    study.answer(evidence(port(onePort = true, 0), port(onePort = false, 16))(study)).getOrElse("") should
      (include("16 of 16 scrapes") and include("0 of 16 scrapes"))
  }

  "Pools above max_connections" should "refuse requests, or not" in {
    def judged(above: Long, two: Long): Vector[Verdict] = verdicts(
      PoolTooLargeStudy.study,
      pooled(PoolTooLargeStudy.trial(20, 1), 198, 20),
      pooled(PoolTooLargeStudy.trial(50, 1), 237, 24, ko = above),
      pooled(PoolTooLargeStudy.trial(20, 2), 237, 24, ko = two)
    )
    judged(above = 0, two = 0) shouldBe Vector(Verdict.Refuted)
    judged(above = 3, two = 0) shouldBe Vector(Verdict.Reproduced)
    judged(above = 0, two = 3) shouldBe Vector(Verdict.Refuted)
    verdicts(PoolTooLargeStudy.study, pooled(PoolTooLargeStudy.trial(20, 1), 198, 20)) shouldBe Vector(
      Verdict.NotRun
    )
  }

  // on a CPU for 2 of 30 + 20 ms on 2 cores: 50 threads, of which 64 are nearest
  "The thread formula" should "be the knee between half and twice as many threads" in {
    val study = ThreadFormulaStudy.study
    def judged(throughputs: (Int, Double)*): Vector[Verdict] =
      verdicts(study, throughputs.map { case (n, x) => pooled(ThreadFormulaStudy.trial(n), x, 130) }: _*)
    judged(32 -> 400, 64 -> 700, 128 -> 720) shouldBe Vector(Verdict.Reproduced)
    judged(32 -> 600, 64 -> 700, 128 -> 720) shouldBe Vector(Verdict.Refuted)
    judged(32 -> 400, 64 -> 700, 128 -> 1300) shouldBe Vector(Verdict.Refuted)
    judged(32 -> 400, 64 -> 700) shouldBe Vector(Verdict.Undecided)
    val runs = Vector(32 -> 400.0, 64 -> 700.0, 128 -> 720.0).map { case (n, x) =>
      pooled(ThreadFormulaStudy.trial(n), x, 130)
    }
    study.answer(evidence(runs: _*)(study)).getOrElse("") should
      (startWith("Begin with as many threads as the formula says") and include("says 50") and include(
        "64 threads answered 700"
      ))
    val idle = runs.map(
      changed(_)(run =>
        run.copy(expected = run.expected.copy(demand = Some(Demand(cpuMs = 1, serviceCpuMs = 0, responseMs = 0))))
      )
    )
    study.answer(evidence(idle: _*)(study)) shouldBe None
  }

  private def sized(trial: Int => Trial, throughputs: (Int, Double)*): Vector[StoredResult] =
    throughputs.toVector.map { case (n, x) => pooled(trial(n), x, n) }

  // 2 cores × 2 + 1
  "Hikari's formula" should "be enough from 90 % of the best pool on, where connections work" in {
    val study = PoolFormulaStudy.study
    def working(five: Double): Vector[StoredResult] =
      sized(PoolFormulaStudy.trial, 2 -> 900.0, 5 -> five, 50 -> 1500.0)
    def judged(runs: Vector[StoredResult]): Verdict = verdict("hikari/formula#enough")(runs: _*)
    judged(working(1350)) shouldBe Verdict.Reproduced
    judged(working(1349)) shouldBe Verdict.Refuted
    judged(working(1480).filterNot(_.result.run.factor.exists(_.value > 5))) shouldBe Verdict.Undecided
    study.answer(evidence(working(1480): _*)(study)).getOrElse("") should startWith("Take cores × 2 + spindles only")
    study.answer(evidence(working(500): _*)(study)).getOrElse("") should startWith("Do not rely on")
  }

  it should "not be enough below that, where connections are held" in {
    def judged(runs: Vector[StoredResult]): Verdict = verdict("hikari/formula#holding-time")(runs: _*)
    def held(five: Double): Vector[StoredResult] = sized(HoldingStudy.at300ms.trial, 5 -> five, 100 -> 160.0)
    judged(sweep(HoldingStudy.at300ms, sizesAt300ms)(_ => 0)) shouldBe Verdict.Reproduced
    judged(held(143)) shouldBe Verdict.Reproduced
    judged(held(144)) shouldBe Verdict.Refuted
    judged(held(144).take(1)) shouldBe Verdict.Undecided
  }

  "The holding time" should "matter more than the connections only where a sixth of it brings more" in {
    def judged(shorter: Double): Verdict = verdict("hikari/formula#matters-more")(
      sized(HoldingStudy.at50ms.trial, 5 -> shorter) ++ sized(HoldingStudy.at300ms.trial, 30 -> 50.0): _*
    )
    judged(60) shouldBe Verdict.Reproduced
    judged(59) shouldBe Verdict.Refuted
    verdict("hikari/formula#matters-more")(sized(HoldingStudy.at50ms.trial, 5 -> 50.0): _*) shouldBe Verdict.NotRun
  }
}
