package bottleneck.lab.explain.validity

import bottleneck.lab.explain.preparation.{MadeSlices, Phases, Preparation}
import bottleneck.lab.explain.record.Check
import bottleneck.lab.explain.series.{PartFigures, PartMetrics}
import bottleneck.lab.explain.theory.Prediction
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._

class MachineValiditySpec extends AnyFlatSpec with JudgedRuns {
  "A machine that changed its speed around the load" should "disturb a run, by the same requests before and after" in {
    def judged(ofCores: Boolean, ms: Double*): Circumstances = {
      val slices = MadeSlices.calibrating()("service-1" -> (_ * 0.004)) ++
        ms.map(ms => MadeSlices.paced(0.65, 100, Map("service-1" -> ms / 10)).copy(phase = Phases.afterLoad))
      val preparation = Preparation(MadeSlices.warming(1, 1, 1, 1) ++ slices, 60000, heldMs = None, cpus = 2)
      quiet.copy(preparation = Some(preparation), ofCores = ofCores)
    }
    def after(ms: Double*): Check = check("speed", steady, judged(ofCores = true, ms: _*))
    after(4.0, 4.3).ok shouldBe true
    after(3.7).ok shouldBe true
    after(4.45).ok shouldBe false
    after(3.55).ok shouldBe false
    after(4.8).detail shouldBe
      "before the load a request took 4.000 ms of CPU time and after it, at the same pace, 4.800 ms (+20 %); at most 10 % more or less"
    objections(steady, judged(ofCores = true)) should not contain "speed"
    objections(steady, judged(ofCores = false, 4.8)) should not contain "speed"
  }

  "A machine without cores for what theory allows" should "make the run invalid, and say what took them" in {
    val figures =
      PartFigures.of(PartMetrics.service -> 1.8, PartMetrics.generator -> 0.17, PartMetrics.machine -> 1.99)
    val threads = Prediction.threads(200, 30, 1025.millis)
    def shortfall(throughput: Double, of: PartFigures = figures, limit: Prediction = threads): Option[Check] =
      MachineChecks.shortfall(limit, 0.05, throughput, of, cpus = 2)
    val missing = shortfall(3560)
    objections(steady, quiet.copy(shortfall = missing)) shouldBe Vector("carried")
    missing.fold("")(_.detail) shouldBe
      "3560.0/s were answered where threads allow 5853.7/s, with 1.99 of 2 cores busy: of CPU time a request took 0.51 ms in the service, 0.05 ms in the generator"
    shortfall(5600) shouldBe None
    shortfall(3560, figures.updated(PartMetrics.machine -> 1.85)) shouldBe None
    shortfall(3560, limit = Prediction.cores(2, 0.4.millis)) shouldBe None
    shortfall(3560, limit = Prediction.cores("service", 1, 1, 0.2.millis)) shouldBe None
  }

  "A JVM that compiles" should "disturb a run only where the cores are what limits it" in {
    def compiling(machine: Double): Circumstances =
      using(PartMetrics.compilers -> 0.11, PartMetrics.machine -> machine)
    objections(steady, compiling(machine = 1.5)) shouldBe Vector("compilation")
    objections(steady, compiling(machine = 1.3)) shouldBe empty
    // a JVM that was to be cold, and a generator that was not
    objections(steady, compiling(machine = 1.5).copy(cold = true)) shouldBe empty
    val generating = compiling(machine = 1.5).copy(cold = true)
    val figures = generating.figures.updated(PartMetrics.generatorCompilers -> 0.11)
    objections(steady, generating.copy(figures = figures)) shouldBe Vector("compilation")
  }

  it should "disturb a run of a limited service by what that may use, whatever the rest of the machine does" in {
    def limited(service: Double, compiling: Double): Circumstances = quiet.copy(
      serviceCores = Some(0.5),
      figures = idle.updated(
        PartMetrics.compilers -> compiling,
        PartMetrics.service -> service,
        PartMetrics.machine -> 1.9
      )
    )
    objections(steady, limited(service = 0.36, compiling = 0.026)) shouldBe Vector("compilation")
    objections(steady, limited(service = 0.36, compiling = 0.024)) shouldBe empty
    objections(steady, limited(service = 0.34, compiling = 0.1)) shouldBe empty
  }

  it should "be the generator's too, where that is known and takes cores of the service" in {
    def compiling(of: PartFigures, limit: Option[Double] = None): Circumstances = quiet.copy(
      serviceCores = limit,
      figures = of.updated(PartMetrics.compilers -> 0.06, PartMetrics.machine -> 1.9)
    )
    val known = idle.updated(PartMetrics.generatorCompilers -> 0.05)
    objections(steady, compiling(known)) shouldBe Vector("compilation")
    check("compilation", steady, compiling(known)).detail should include("0.060 cores, the generator's 0.050, at most")
    objections(steady, compiling(idle)) shouldBe empty
    // 0.06 of 1.4 cores of its own are few enough, and the generator's are not taken from these
    objections(steady, compiling(known.updated(PartMetrics.service -> 1.3), Some(1.4))) shouldBe empty
  }

  "A generator that is the bottleneck" should "disturb a run" in {
    objections(steady, using(PartMetrics.generator -> 0.81)) shouldBe Vector("generator")
    objections(steady, using(PartMetrics.generator -> 0.79)) shouldBe empty
  }

  "A clock that was set" should "disturb a run and tell by how much, unless it was as little as NTP slews" in {
    def set(ms: Double): Circumstances = using(PartMetrics.clock -> ms)
    objections(steady, set(100.0)) shouldBe empty
    objections(steady, set(100.5)) shouldBe Vector("clock")
    check("clock", steady, set(10000)).detail shouldBe
      "the machine's clock was set by 10000 ms while the parts were watched, at most 100: what was sampled and logged of them is of other seconds than the requests"
    // as of runs whose machine's clock was not watched
    Validity.judge(steady, quiet).map(_.check) should not contain "clock"
  }

  "Other processes" should "disturb a run" in {
    objections(steady, using(PartMetrics.other -> 0.21)) shouldBe Vector("machine")
    objections(steady, using(PartMetrics.stolen -> 0.11)) shouldBe Vector("machine")
    val shared = using(PartMetrics.other -> 2).copy(external = Some("the target"))
    objections(steady, shared) shouldBe empty
    check("machine", steady, shared).holds shouldBe None
  }
}
