package bottleneck.scaleup

import bottleneck.lab.explain.published._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import bottleneck.connectionpool.Work
import bottleneck.lab.settings.Settings
import bottleneck.lab.target.CpuLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class TiersSpec extends AnyFlatSpec with Matchers {
  private lazy val published = {
    val settings = Settings.read(sys.props.toMap).fold(throw _, identity)
    Published.read(settings.layout.data).fold(error => fail(error.message), identity)
  }

  private val used = Cpu(Some(0.5), Some(0.06), Some(0.1), MachineCpu(Some(0.7), None, None))

  /** On a machine of 2 cores, whose largest size is no limit. */
  private def run(tiers: Tiers, cores: Cores, work: Work, throughput: Double, cpu: Cpu = used): StoredResult = {
    val trial = tiers.trial(cores, work)
    val limit = Some(cores.number).filter(_ < 2)
    val isService = tiers == ApplicationTiers.tiers
    StudyRuns.stored(trial, throughput) { run =>
      run.copy(
        target = run.target.copy(cpus = CpuLimits(limit.filter(_ => isService), limit.filterNot(_ => isService))),
        server =
          run.server.copy(cpu = cpu, service = run.server.service.copy(hikari = Some(Hikari(10, 140, 0, None, None)))),
        expected = run.expected.copy(
          prediction = Some(Prediction.connections(10, 1, 30.millis)),
          published = trial.published.map(published.of)
        )
      )
    }
  }

  private def sizes(tiers: Tiers, work: Work, throughputs: Double*): Vector[StoredResult] =
    Cores.all.zip(throughputs).map { case (cores, throughput) => run(tiers, cores, work, throughput) }

  // 0.16 of 2 cores are others': 47 ÷ 0.5 × 1.84 = 173
  private def application(cpu: Vector[Double], all: Vector[Double], db: Vector[Double]): Vector[StoredResult] = {
    val tiers = ApplicationTiers.tiers
    sizes(tiers, Work.Cpu, cpu: _*) ++ sizes(tiers, Work.All, all: _*) ++ sizes(tiers, Work.Database, db: _*)
  }

  private def expected: Vector[StoredResult] =
    application(cpu = Vector(47, 94, 173), all = Vector(42, 85, 150), db = Vector(310, 330, 331))

  private def database(db: Double*): Vector[StoredResult] = {
    val tiers = DatabaseTiers.tiers
    sizes(tiers, Work.Database, db: _*) ++ sizes(tiers, Work.Cpu, 170, 171, 170) ++
      sizes(tiers, Work.All, 150, 151, 150)
  }

  private def judged(statement: Statement, runs: Vector[StoredResult]): Judgement =
    statement.judge(Evidence.of(runs, DatabaseTiers.tiers.study.order))

  private def cores(runs: Vector[StoredResult]): Judgement = judged(ApplicationTiers.tiers.study.statements.last, runs)

  "Larger applications" should "follow the cores where work computes, and not where it waits" in {
    val Judgement(verdict, evidence, _) = cores(expected)
    verdict shouldBe Verdict.Reproduced
    evidence should include("CPU Only answered 2.00 times as many and ALL 2.02 times")
    evidence should include("is proportional")
  }

  they should "not follow the cores where CPU Only misses the cores by more than 7 %" in {
    def cpu(one: Double, two: Double = 173): Verdict =
      cores(application(Vector(47, one, two), Vector(42, 85, 150), Vector(310, 330, 331))).verdict
    cpu(87.5) shouldBe Verdict.Reproduced
    cpu(87) shouldBe Verdict.Refuted
    cpu(101) shouldBe Verdict.Refuted
    // what the machine has is no size
    cpu(94, two = 100) shouldBe Verdict.Reproduced
  }

  they should "be judged without what compilers use" in {
    def compiling(cores: Double)(run: StoredResult): StoredResult = {
      val isLarge = run.result.run.variant == "CPU Only, 1 core"
      val jvm = Option.when(isLarge)(Jvm(Some(cores)))
      run.copy(result =
        run.result.copy(server = run.result.server.copy(service = run.result.server.service.copy(jvm = jvm)))
      )
    }
    // 47 of half a core: 87 of 1 core are 92.6 %, and of 0.98 94.4 %
    val runs = application(Vector(47, 87, 160), Vector(42, 85, 150), Vector(310, 330, 331))
    cores(runs.map(compiling(0))).verdict shouldBe Verdict.Refuted
    val judgement = cores(runs.map(compiling(0.02)))
    judgement.verdict shouldBe Verdict.Reproduced
    judgement.evidence.replace('\u202f', ' ') should
      (include("reached 94.4 % of") and include("took 10.6 ms and 5.52 ms of"))
  }

  they should "not follow the cores where ALL does not rise" in {
    def of(one: Double): Verdict =
      cores(application(Vector(47, 94, 173), Vector(42, one, 90), Vector(310, 330, 331))).verdict
    of(44.9) shouldBe Verdict.Refuted
    of(45) shouldBe Verdict.Reproduced
  }

  they should "not be judged without all runs of a kind, or where the cores were not limited" in {
    cores(expected.drop(1)).verdict shouldBe Verdict.NotRun
    val unlimited =
      expected.map(run => run.copy(result = run.result.copy(target = run.result.target.copy(cpus = CpuLimits.none))))
    cores(unlimited) shouldBe Judgement(Verdict.Undecided, "the service's cores were not limited")
  }

  "A skipped size" should "make the claim untestable here" in {
    val tiers = ApplicationTiers.tiers
    val skip = Skip(tiers.study.id, "CPU Only, half a core", "It needs a limit.", "")
    val found = Evidence.of(expected.drop(1), tiers.study.order, Vector(skip))
    tiers.study.statements.last.judge(found) shouldBe Judgement(Verdict.Untestable, "It needs a limit.")
  }

  private def told(tiers: Tiers, runs: Vector[StoredResult]): Vector[String] = {
    val found = Evidence.of(runs, tiers.study.order)
    tiers.study.answer(found).toVector ++ tiers.study.advice(found)
  }

  "The price" should "be that of a thousand requests, by the published tier" in {
    // 0.0832 USD/h ÷ 3600 ÷ 47 × 1000 = 0.00049
    TierPrice.perThousand(expected.head.result).getOrElse(0.0) shouldBe 0.000491726 +- 1e-9
    val said = told(ApplicationTiers.tiers, expected).mkString("\n")
    said should include(
      "CPU Only would cost, in USD, what these sizes answered: 0.00049 on t3.large, 0.00049 on t3.xlarge, 0.00053 on t3.2xlarge."
    )
    said should include(
      "at 4.00 times the price throughput rose: DB Only 1.07 times, CPU Only 3.68 times, ALL 3.57 times."
    )
    told(DatabaseTiers.tiers, database(310, 320, 330)).mkString("\n") should include("differ in memory")
  }

  it should "be weighed against what it brings" in {
    val said =
      told(ApplicationTiers.tiers, application(Vector(47, 94, 180), Vector(42, 85, 150), Vector(310, 330, 331)))
    said should contain("CPU Only gets what a larger server costs: 3.83 times for 4.00 times the price.")
    said.mkString("\n") should include(
      "DB Only gets less than a larger server costs, 1.07 times for 4.00 times the price: by prediction the pool"
    )
  }

  it should "not be told where nobody published it" in {
    val unpublished =
      expected.map(run => run.copy(result = run.result.copy(expected = run.result.expected.copy(published = None))))
    told(ApplicationTiers.tiers, unpublished).mkString should (include(
      "throughput rose"
    ) and not include "price" and not include "USD")
  }

  "Without runs" should "nothing be said" in {
    told(ApplicationTiers.tiers, Vector.empty) shouldBe empty
    told(DatabaseTiers.tiers, Vector.empty) shouldBe empty
  }
}
