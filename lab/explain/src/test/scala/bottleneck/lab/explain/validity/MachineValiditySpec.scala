package bottleneck.lab.explain.validity

import bottleneck.lab.model.Check
import bottleneck.lab.explain.preparation.{MadeSlices, Phases, Preparation}
import bottleneck.lab.explain.record.{Expectation, InjectorShare, MadeRecord, SentShare}
import bottleneck.lab.explain.series.{PartFigures, PartMetric, PartMetrics}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.{ClosedLoad, CpuLimits}
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._

class MachineValiditySpec extends AnyFlatSpec with JudgedRuns {
  "A machine that changed its speed around the load" should "disturb a run, by the same requests before and after" in {
    def judged(limit: Prediction, ms: Double*): Circumstances = {
      val slices = MadeSlices.calibrating()("service-1" -> (_ * 0.004)) ++
        ms.map(ms => MadeSlices.paced(0.65, 100, Map("service-1" -> ms / 10)).copy(phase = Phases.afterLoad))
      val preparation = Preparation(MadeSlices.warming(1, 1, 1, 1) ++ slices, 60000, heldMs = None, cpus = 2)
      quiet.copy(preparation = Some(preparation), prediction = Some(limit))
    }
    val cores = Prediction.cores(2, 4.millis)
    def after(ms: Double*): Check = check("speed", steady, judged(cores, ms: _*))
    after(4.0, 4.3).passed shouldBe true
    after(3.7).passed shouldBe true
    after(4.45).passed shouldBe false
    after(3.55).passed shouldBe false
    after(4.8).sentence shouldBe
      "before the load a request took 4.000 ms of CPU time and after it, at the same pace, 4.800 ms (+20 %); at most 10 % more or less"
    objections(steady, judged(cores)) should not contain "speed"
    objections(steady, judged(Prediction.users(20, 1.second), 4.8)) should not contain "speed"
  }

  "A machine without cores for what theory allows" should "make the run invalid, and say what took them" in {
    val figures = PartFigures.of(PartMetrics.service -> 1.8, PartMetrics.generator -> 0.17, PartMetrics.machine -> 1.99)
    val threads = Prediction.threads(200, 30, 1025.millis)
    def lacking(of: PartFigures = figures, limit: Prediction = threads): Circumstances =
      recorded(quiet.copy(figures = of, prediction = Some(limit)))(record =>
        record.copy(setup = record.setup.copy(expectation = Expectation(tolerance = Some(0.05))))
      )
    def shortfall(throughput: Double, of: PartFigures = figures, limit: Prediction = threads): Option[Check] =
      MachineChecks.shortfall(throughput, lacking(of, limit))
    objections(steady, lacking()) shouldBe Vector("carried")
    shortfall(3560).fold("")(_.sentence) shouldBe
      "3560.0/s were answered where threads allow 5853.7/s, with 1.99 of 2 cores busy: of CPU time a request took 0.51 ms in the service, 0.05 ms in the generator"
    shortfall(5600) shouldBe None
    shortfall(3560, figures.updated(PartMetrics.machine -> 1.85)) shouldBe None
    shortfall(3560, limit = Prediction.cores(2, 0.4.millis)) shouldBe None
    shortfall(3560, limit = Prediction.cores("service", 1, 1, 0.2.millis)) shouldBe None
  }

  "A JVM that compiles" should "disturb a run only where the cores are what limits it" in {
    def compiling(machine: Double): Circumstances =
      measuring(PartMetrics.compilers -> 0.11, PartMetrics.machine -> machine)
    objections(steady, compiling(machine = 1.5)) shouldBe Vector("compilation")
    objections(steady, compiling(machine = 1.3)) shouldBe empty
    // a JVM that was to be cold, and a generator that was not
    val generating = loaded(ClosedLoad(20, 1.second, 4.seconds, 25.seconds, warmUp = None), compiling(machine = 1.5))
    objections(steady, generating) shouldBe empty
    val figures = generating.figures.updated(PartMetrics.generatorCompilers -> 0.11)
    objections(steady, generating.copy(figures = figures)) shouldBe Vector("compilation")
  }

  it should "disturb a run of a limited service by what that may use, whatever the rest of the machine does" in {
    def limited(service: Double, compiling: Double): Circumstances = quota(service = Some(0.5))(
      PartMetrics.compilers -> compiling,
      PartMetrics.service -> service,
      PartMetrics.machine -> 1.9
    )
    objections(steady, limited(service = 0.36, compiling = 0.026)) shouldBe Vector("compilation")
    objections(steady, limited(service = 0.36, compiling = 0.024)) shouldBe empty
    objections(steady, limited(service = 0.34, compiling = 0.1)) shouldBe empty
  }

  it should "not disturb a run of a database that has used up its quota, which is what limits it" in {
    def limited(database: Double): Circumstances = quota(database = Some(0.5))(
      PartMetrics.compilers -> 0.11,
      PartMetrics.database -> database,
      PartMetrics.machine -> 1.5
    )
    objections(steady, limited(database = 0.48)) shouldBe empty
    objections(steady, limited(database = 0.47)) shouldBe Vector("compilation")
  }

  private def quota(service: Option[Double] = None, database: Option[Double] = None)(
      changes: (PartMetric, Double)*
  ): Circumstances = recorded(measuring(changes: _*))(MadeRecord.limited(_, CpuLimits(service, database)))

  it should "be the generator's too, where that is known and takes cores of the service" in {
    def compiling(of: PartFigures, limit: Option[Double] = None): Circumstances =
      quota(service = limit)().copy(figures = of.updated(PartMetrics.compilers -> 0.06, PartMetrics.machine -> 1.9))
    val known = idle.updated(PartMetrics.generatorCompilers -> 0.05)
    objections(steady, compiling(known)) shouldBe Vector("compilation")
    check("compilation", steady, compiling(known)).sentence should include(
      "0.060 cores, the generator's 0.050, at most"
    )
    objections(steady, compiling(idle)) shouldBe empty
    // 0.06 of 1.4 cores of its own are few enough, and the generator's are not taken from these
    objections(steady, compiling(known.updated(PartMetrics.service -> 1.3), Some(1.4))) shouldBe empty
  }

  "A generator that is the bottleneck" should "disturb a run" in {
    objections(steady, measuring(PartMetrics.generator -> 0.81)) shouldBe Vector("generator")
    objections(steady, measuring(PartMetrics.generator -> 0.79)) shouldBe empty
  }

  it should "be judged by machine where several injectors sent the load together" in {
    def sent(used: (String, Option[Double])*): Circumstances = recorded() { record =>
      val shares = used.toVector.zipWithIndex.map { case ((host, cores), n) =>
        InjectorShare(n + 1, used.size, host, Some(SentShare(0, users = 10, requests = 100, cpus = 2, cores)))
      }
      record.copy(setup = record.setup.copy(injectors = shares))
    }
    objections(steady, sent("a" -> Some(0.5), "b" -> Some(0.4))) shouldBe empty
    objections(steady, sent("a" -> Some(0.5), "a" -> Some(0.4))) shouldBe Vector("generator")
    check("generator", steady, sent("b" -> Some(0.1), "a" -> Some(0.9))).sentence shouldBe
      "the generators used 0.90 cores of a, at most 0.80; 0.10 cores of b, at most 0.80"
    check("generator", steady, sent("a" -> Some(0.9), "b" -> None)).holds shouldBe None
  }

  "A clock that was set" should "disturb a run and tell by how much, unless it was as little as NTP slews" in {
    def set(ms: Double): Circumstances = measuring(PartMetrics.clock -> ms)
    objections(steady, set(100.0)) shouldBe empty
    objections(steady, set(100.5)) shouldBe Vector("clock")
    check("clock", steady, set(10000)).sentence shouldBe
      "the machine's clock was set by 10000 ms while the parts were watched, at most 100: what was sampled and logged of them is of other seconds than the requests"
    // as of runs whose machine's clock was not watched
    Validity.judge(steady, quiet).map(_.name) should not contain "clock"
  }

  "Other processes" should "disturb a run" in {
    objections(steady, measuring(PartMetrics.other -> 0.21)) shouldBe Vector("machine")
    objections(steady, measuring(PartMetrics.stolen -> 0.11)) shouldBe Vector("machine")
    val shared = recorded(measuring(PartMetrics.other -> 2))(_.copy(external = Some("the target")))
    objections(steady, shared) shouldBe empty
    check("machine", steady, shared).holds shouldBe None
  }
}
