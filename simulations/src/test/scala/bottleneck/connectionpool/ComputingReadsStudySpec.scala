package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.CpuLimits
import bottleneck.StudyRuns.{evidence, verdict}
import bottleneck.connectionpool.PoolRuns.pooled
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ComputingReadsStudySpec extends AnyFlatSpec with Matchers {
  private val quota = ComputingReads.quota
  private val study = ComputingReadsStudy.study

  /** A run whose database used this `share` of its quota. */
  private def run(
      connections: Int,
      throughput: Double,
      share: Double,
      limit: Prediction,
      cpus: CpuLimits = CpuLimits(database = Some(quota))
  ): StoredResult = {
    val stored = pooled(ComputingReadsStudy.trial(connections), throughput, connections, threads = 200)
    val cpu = Cpu(Some(0.2), Some(share * quota), Some(0.1), MachineCpu(Some(0.9), None, None))
    val result = stored.result
    val demand =
      Demand(cpuMs = 1.1, serviceCpuMs = 0.3, responseMs = 2, databaseCpuMs = Some(0.6), connectionMs = Some(1.2))
    stored.copy(result =
      result.copy(
        target = result.target.copy(cpus = cpus),
        server = result.server.copy(cpu = cpu),
        expected = result.expected.copy(prediction = Some(limit), demand = Some(demand))
      )
    )
  }

  private def few(share: Double = 0.384): StoredResult =
    run(10, 320, share, Prediction.connections(10, 1, 30.millis, 1200.micros))

  private def many(share: Double = 0.98, cpus: CpuLimits = CpuLimits(database = Some(quota))): StoredResult =
    run(130, 833, share, Prediction.cores("database", quota, 1, 600.micros), cpus)

  private def judged(runs: StoredResult*): Verdict = verdict("pools/connections-130#database-cpu")(runs: _*)

  "A quota" should "be used by nine tenths with 130 connections" in {
    judged(few(), many(0.921)) shouldBe Verdict.Reproduced
    judged(few(), many(0.919)) shouldBe Verdict.Undecided
    judged(few(), many(0.879)) shouldBe Verdict.Refuted
  }

  "130 connections" should "answer half as many again, where 10 use what the source's do" in {
    def answering(times: Double, share: Double = 0.45): Verdict = {
      val stored = many()
      val total = stored.result.total.copy(throughput = 320 * times)
      val raised = stored.copy(result = stored.result.copy(measured = stored.result.measured.copy(total = total)))
      verdict("pools/connections-130#throughput")(few(share), raised)
    }
    answering(1.501) shouldBe Verdict.Reproduced
    answering(1.499) shouldBe Verdict.Refuted
    answering(3, share = 0.6) shouldBe Verdict.Undecided
  }

  it should "be used by 10 as in the source, else nothing is decided" in {
    judged(few(0.549), many()) shouldBe Verdict.Reproduced
    judged(few(0.551), many()) shouldBe Verdict.Undecided
    judged(few(0.551), many(0.899)) shouldBe Verdict.Undecided
    judged(few(0.351), many()) shouldBe Verdict.Reproduced
    judged(few(0.349), many()) shouldBe Verdict.Undecided
  }

  // 45 % with 10, and 'almost at its maximum' with 130
  "The source's own figures" should "reproduce its statement" in {
    judged(few(0.45), many(0.99)) shouldBe Verdict.Reproduced
  }

  "A database without a quota, or one that was not watched" should "decide nothing" in {
    judged(few(), many(cpus = CpuLimits.none)) shouldBe Verdict.Undecided
    val unwatched = many()
    judged(few(), unwatched.copy(result = unwatched.result.copy(server = Server.unknown))) shouldBe Verdict.Undecided
    judged(few()) shouldBe Verdict.NotRun
  }

  // with C of CPU time for a read that waits for 30 ms and a quota of 0.5: 10 connections use 10 · C ÷ (30 ms + C) of
  // it, and 130 would use more than there is
  "The reads" should "come out on either side by theory, whether they take 0.3 or 1 ms of CPU time" in
    Vector(300.micros, 600.micros, 1.milli).foreach { cpuTime =>
      def share(connections: Int): Double = {
        val pool = Prediction.connections(connections, 1, ComputingReads.waits, cpuTime)
        val cores = Prediction.cores("database", quota, 1, cpuTime)
        math.min(pool.perSecond, cores.perSecond) / cores.perSecond
      }
      share(WorkStudy.few) should (be > 0.15 and be < 0.7)
      share(WorkStudy.many) shouldBe 1.0
    }

  "Both variants" should "differ in connections alone, which the database has" in {
    val (one, other) = (ComputingReads.of(10).target, ComputingReads.of(130).target)
    one.cpus shouldBe CpuLimits(database = Some(quota))
    one.copy(properties = Map.empty) shouldBe other.copy(properties = Map.empty)
    one.properties.toSet.diff(other.properties.toSet).map(_._1) shouldBe Set(TargetDescription.poolSize)
    other.database.map(_.maxConnections).getOrElse(0) should be > 130
    ComputingReads.of(10).load(Scale.Quick) shouldBe ComputingReads.of(130).load(Scale.Quick)
  }

  "Answer and advice" should "name the gain, the share of the quota, both limits and the pool that is enough" in {
    val found = evidence(few(), many())(study)
    study.answer(found).map(_.replace('\u202f', ' ')) shouldBe Some(
      "130 connections answered 833.0/s, 2.60 times the 320.0/s of 10 connections, and the database used 98.0 % instead of 38.4 % of its quota."
    )
    val advice = study.advice(found).mkString("\n").replace('\u202f', ' ')
    advice should include("with 10 connections the predicted limit is connections (10 / (30 ms + 1.2 ms))")
    advice should include("with 130 connections it is cores of the database (0.5 / 0.6 ms), where only cheaper reads")
    advice should include("26 connections for 833.0/s of reads that hold one for 31.2 ms")
    advice should include("waits 30 ms and counts the journals of 2,000 replies")
  }

  they should "be silent where that is not known" in {
    val found = evidence(few(), many(cpus = CpuLimits.none))(study)
    study.answer(found) shouldBe None
    study.answer(evidence(few())(study)) shouldBe None
    study.advice(evidence(few())(study)) shouldBe empty
  }
}
