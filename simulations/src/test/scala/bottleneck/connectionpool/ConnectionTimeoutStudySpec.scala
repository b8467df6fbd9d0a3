package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.Latency
import bottleneck.lab.explain.verdict._
import bottleneck.lab.Simulations
import bottleneck.lab.settings.Scale
import bottleneck.StudyRuns.{evidence, verdict}
import bottleneck.connectionpool.PoolRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ConnectionTimeoutStudySpec extends AnyFlatSpec with Matchers {
  private def changed(stored: StoredResult)(change: Result => Result): StoredResult =
    stored.copy(result = change(stored.result))

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
    verdict("hikari/fail-fast#throughput")(slow, timeout(3.seconds, 8.3, ko = 0, p99 = 2000)) shouldBe Verdict.Undecided
  }

  "A long timeout" should "be waited for nearly to its end by the slowest answer" in {
    def judged(ko: Long, max: Long): Verdict = verdict("hikari/slow")(
      changed(timeout(30.seconds, 8.32, ko, p99 = 18000)) { run =>
        val answered = Latency(600, 18000, 18000, 18500, 19000, 19500, 20000, max)
        run.copy(measured = run.measured.copy(total = run.total.copy(latencyMs = Some(answered))))
      }
    )
    judged(ko = 0, max = 27000) shouldBe Verdict.Reproduced
    judged(ko = 3, max = 33000) shouldBe Verdict.Reproduced
    judged(ko = 3, max = 33001) shouldBe Verdict.Refuted
    judged(ko = 0, max = 26999) shouldBe Verdict.Refuted
    // who was refused did wait for 30 s
    judged(ko = 1, max = 26999) shouldBe Verdict.Undecided
    // who waits for a thread as well is no case of the source's
    verdict("hikari/slow")(timeout(30.seconds, 8.32, ko = 0, p99 = 29000, users = 150)) shouldBe Verdict.NotRun
  }

  it should "have been so in the source, whose slowest took just under 30 s, and not where all take what Little says" in {
    def judged(ms: Long): Verdict = verdict("hikari/slow")(timeout(30.seconds, 8.3, ko = 0, p99 = ms))
    judged(29900) shouldBe Verdict.Reproduced
    judged(28000) shouldBe Verdict.Reproduced
    judged(12000) shouldBe Verdict.Refuted
  }

  it should "be waited for in a window that is long enough to see its end" in {
    val trial = ConnectionTimeoutStudy.trial(30.seconds, users = 100)
    val setup = Simulations.found.map(_.setup).find(_.trial.variant == trial.variant).getOrElse(fail("no simulation"))
    val load = setup.load(Scale.Quick).load(_ => None).toOption.getOrElse(fail("no load"))
    load.duration - load.judgedFrom should be >= 60.seconds
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
}
