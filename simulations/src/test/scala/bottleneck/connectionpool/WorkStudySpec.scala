package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns.{evidence, verdict}
import bottleneck.connectionpool.PoolRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class WorkStudySpec extends AnyFlatSpec with Matchers {
  private val cores = Runtime.getRuntime.availableProcessors
  private val half = Threads.HalfTheCores.number.toDouble / cores

  private def run(
      study: WorkStudy,
      threads: Threads,
      connections: Int,
      throughput: Double,
      active: Int = 10,
      service: Double = 0.2,
      database: Double = 0.1,
      machine: Double = 0.4
  ): StoredResult = {
    val stored = pooled(study.trial(threads, connections), throughput, active, threads = threads.number)
    val cpu = Cpu(
      Some(service * cores),
      Some(database * cores),
      Some(0.05 * cores),
      MachineCpu(Some(machine * cores), None, None)
    )
    val result = stored.result
    stored.copy(result =
      result.copy(machine = result.machine.copy(cpus = cores), server = result.server.copy(cpu = cpu))
    )
  }

  private val runs = Vector(
    run(WorkStudy.database, Threads.Default, 10, 320),
    run(WorkStudy.database, Threads.Default, 130, 1500, active = 130, machine = 0.98),
    run(WorkStudy.database, Threads.PerCore, 10, 60, active = cores),
    run(WorkStudy.database, Threads.PerCore, 130, 60, active = cores),
    run(WorkStudy.database, Threads.HalfTheCores, 10, 30, active = 1),
    run(WorkStudy.database, Threads.Four, 10, 130, active = 4),
    run(WorkStudy.database, Threads.Eight, 130, 260, active = 8),
    run(WorkStudy.all, Threads.Eight, 130, 240, active = 8),
    run(WorkStudy.all, Threads.Default, 10, 300),
    run(WorkStudy.all, Threads.Default, 130, 650, active = 130),
    run(WorkStudy.all, Threads.PerCore, 10, 58, active = cores),
    run(WorkStudy.all, Threads.PerCore, 130, 58, active = cores),
    run(WorkStudy.cpu, Threads.Default, 10, 800, service = 0.93),
    run(WorkStudy.cpu, Threads.PerCore, 10, 810, service = 0.93),
    run(WorkStudy.cpu, Threads.PerCore, 130, 890, service = 0.93),
    run(WorkStudy.cpu, Threads.HalfTheCores, 10, 450, service = half)
  )

  private def with_(changed: StoredResult): Vector[StoredResult] = {
    def key(stored: StoredResult): (String, String) = (stored.result.run.experiment, stored.result.run.variant)
    runs.filterNot(key(_) == key(changed)) :+ changed
  }

  private def judged(statement: String, changed: StoredResult): Verdict =
    verdict(s"pools/$statement")(with_(changed): _*)

  "All statements about threads and connections" should "be reproduced by runs that show them" in
    Vector(WorkStudy.database, WorkStudy.cpu).foreach { work =>
      verdicts(work.study, runs: _*).distinct shouldBe Vector(Verdict.Reproduced)
    }

  // the generator uses 5 % of the cores
  "A busy application" should "use nine tenths of what the generator leaves" in {
    def using(service: Double): Verdict =
      judged("idle-db#application-busy", run(WorkStudy.cpu, Threads.Default, 10, 800, service = service))
    // of 95 %
    using(0.875) shouldBe Verdict.Reproduced
    using(0.873) shouldBe Verdict.Undecided
    using(0.835) shouldBe Verdict.Refuted
  }

  "8 threads" should "answer about as many as the defaults, not as many as more threads do" in {
    def answering(work: WorkStudy, throughput: Double): Verdict =
      judged("threads-8#no-use", run(work, Threads.Eight, 130, throughput, active = 8))
    // half of the way, in factors, from 320 to 1500 and from 300 to 650, and as far below
    answering(WorkStudy.database, 692) shouldBe Verdict.Reproduced
    answering(WorkStudy.database, 694) shouldBe Verdict.Refuted
    answering(WorkStudy.database, 148) shouldBe Verdict.Reproduced
    answering(WorkStudy.database, 147) shouldBe Verdict.Refuted
    answering(WorkStudy.all, 441) shouldBe Verdict.Reproduced
    answering(WorkStudy.all, 442) shouldBe Verdict.Refuted
    judged("threads-8#no-use", run(WorkStudy.all, Threads.Default, 130, 330)) shouldBe Verdict.Undecided
  }

  they should "use as many connections as they are" in {
    def using(active: Int): Verdict =
      judged("threads-8#connections-used", run(WorkStudy.database, Threads.Eight, 130, 260, active = active))
    Vector(7, 8, 9).map(using) shouldBe Vector(Verdict.Undecided, Verdict.Reproduced, Verdict.Refuted)
  }

  "Half a thread per core" should "use half of the cores, give or take a tenth" in {
    def using(service: Double): Verdict =
      judged("threads-4#cpu-capped", run(WorkStudy.cpu, Threads.HalfTheCores, 10, 450, service = service))
    using(half + 0.09) shouldBe Verdict.Reproduced
    using(half + 0.11) shouldBe Verdict.Refuted
    using(half - 0.11) shouldBe Verdict.Refuted
  }

  it should "lower the throughput of DB Only" in {
    def answering(throughput: Double): Verdict =
      judged("threads-4#db-only", run(WorkStudy.database, Threads.Four, 10, throughput, active = 4))
    answering(290) shouldBe Verdict.Reproduced
    answering(291) shouldBe Verdict.Refuted
  }

  "A thread per core" should "answer more of what computes, or not" in {
    def answering(throughput: Double): Verdict =
      judged("threads-8#cpu-only", run(WorkStudy.cpu, Threads.PerCore, 130, throughput))
    answering(801) shouldBe Verdict.Reproduced
    answering(800) shouldBe Verdict.Refuted
    answering(700) shouldBe Verdict.Refuted
  }

  "What was not watched" should "decide nothing" in {
    def without(statement: String, work: WorkStudy, threads: Threads, connections: Int): Verdict = {
      val stored = run(work, threads, connections, 60)
      judged(statement, stored.copy(result = stored.result.copy(server = Server.unknown)))
    }
    without("idle-db#application-busy", WorkStudy.cpu, Threads.Default, 10) shouldBe Verdict.Undecided
    without("threads-8#connections-used", WorkStudy.database, Threads.Eight, 130) shouldBe Verdict.Undecided
    without("threads-4#cpu-capped", WorkStudy.cpu, Threads.HalfTheCores, 10) shouldBe Verdict.Undecided
  }

  "The advice" should "go by what was measured" in {
    def told(study: WorkStudy, runs: Vector[StoredResult]): String = {
      val found = evidence(runs: _*)(study.study)
      (study.study.answer(found).toVector ++ study.study.advice(found)).mkString("\n")
    }
    told(WorkStudy.database, runs) should (startWith("Size the pool") and include("Threads come before connections"))
    told(WorkStudy.database, with_(run(WorkStudy.database, Threads.Default, 130, 321))) should startWith(
      "Leave the pool"
    )
    told(WorkStudy.cpu, runs) should startWith("Leave threads and connections alone")
    told(WorkStudy.cpu, with_(run(WorkStudy.cpu, Threads.Default, 10, 1800))) should startWith("Keep more threads")
  }

  "Every kind of work" should "have an answer from its runs, and none without" in
    Vector(WorkStudy.database, WorkStudy.cpu, WorkStudy.all).foreach { one =>
      val found = evidence(runs: _*)(one.study)
      one.study.answer(found) should not be empty
      one.study.answer(Evidence.none) shouldBe None
    }
}
