package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
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
    run(WorkStudy.all, Threads.Default, 10, 300),
    run(WorkStudy.all, Threads.Default, 130, 650, active = 130),
    run(WorkStudy.all, Threads.PerCore, 10, 58, active = cores),
    run(WorkStudy.all, Threads.PerCore, 130, 58, active = cores),
    run(WorkStudy.cpu, Threads.Default, 10, 800, service = 0.93),
    run(WorkStudy.cpu, Threads.PerCore, 10, 810, service = 0.93),
    run(WorkStudy.cpu, Threads.HalfTheCores, 10, 450, service = half)
  )

  private def with_(changed: StoredResult): Vector[StoredResult] = {
    def key(stored: StoredResult): (String, String) = (stored.result.run.experiment, stored.result.run.variant)
    runs.filterNot(key(_) == key(changed)) :+ changed
  }

  private def database(runs: Vector[StoredResult]): Vector[Verdict] = verdicts(WorkStudy.database.study, runs: _*)

  "All claims of threads and connections" should "be reproduced by runs that show them" in {
    database(runs) shouldBe Vector.fill(3)(Verdict.Reproduced)
    verdicts(WorkStudy.cpu.study, runs: _*) shouldBe Vector(Verdict.Reproduced)
  }

  "An idle database" should "not be one that works, nor one that nobody waits for" in {
    database(with_(run(WorkStudy.database, Threads.Default, 10, 320, database = 0.6))).head shouldBe Verdict.Refuted
    database(with_(run(WorkStudy.database, Threads.Default, 10, 320, active = 9))).head shouldBe Verdict.Refuted
    database(with_(run(WorkStudy.cpu, Threads.Default, 10, 800, service = 0.5))).head shouldBe Verdict.Refuted
  }

  "130 connections" should "have to gain a lot in both, and take the cores" in {
    database(with_(run(WorkStudy.database, Threads.Default, 130, 400, machine = 0.98)))(1) shouldBe Verdict.Refuted
    database(with_(run(WorkStudy.all, Threads.Default, 130, 310)))(1) shouldBe Verdict.Refuted
    database(with_(run(WorkStudy.database, Threads.Default, 130, 1500, machine = 0.5)))(1) shouldBe Verdict.Refuted
  }

  "A thread per core" should "answer no more than the defaults, on no more connections than it is" in {
    database(with_(run(WorkStudy.database, Threads.PerCore, 130, 60, active = cores + 1)))(2) shouldBe Verdict.Refuted
    database(with_(run(WorkStudy.database, Threads.PerCore, 130, 400, active = cores)))(2) shouldBe Verdict.Refuted
    database(with_(run(WorkStudy.all, Threads.PerCore, 130, 400, active = cores)))(2) shouldBe Verdict.Refuted
  }

  "What was not watched" should "decide nothing" in {
    def without(stored: StoredResult): StoredResult =
      stored.copy(result = stored.result.copy(server = Server.unknown))
    val default = without(run(WorkStudy.database, Threads.Default, 10, 320))
    database(with_(default)).head shouldBe Verdict.Undecided
    database(with_(without(run(WorkStudy.database, Threads.Default, 130, 1500))))(1) shouldBe Verdict.Undecided
    database(with_(without(run(WorkStudy.database, Threads.PerCore, 130, 60))))(2) shouldBe Verdict.Undecided
    val half = without(run(WorkStudy.cpu, Threads.HalfTheCores, 10, 450))
    verdicts(WorkStudy.cpu.study, with_(half): _*) shouldBe Vector(Verdict.Undecided)
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

  "Half a thread per core" should "use half of the cores" in {
    val busy = with_(run(WorkStudy.cpu, Threads.HalfTheCores, 10, 450, service = half + 0.2))
    verdicts(WorkStudy.cpu.study, busy: _*) shouldBe Vector(Verdict.Refuted)
    val same = with_(run(WorkStudy.database, Threads.HalfTheCores, 10, 320, active = 1))
    verdicts(WorkStudy.cpu.study, same: _*) shouldBe Vector(Verdict.Refuted)
  }

  "Every kind of work" should "have an answer from its runs, and none without" in
    Vector(WorkStudy.database, WorkStudy.cpu, WorkStudy.all).foreach { one =>
      val found = evidence(runs: _*)(one.study)
      one.study.answer(found) should not be empty
      one.study.answer(Evidence.none) shouldBe None
    }
}
