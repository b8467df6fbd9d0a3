package bottleneck.lab.explain

import bottleneck.lab.explain.record.Demand
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.CpuLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class CoreLimitsSpec extends AnyFlatSpec with Matchers {
  private val demand = Demand(cpuMs = 4, serviceCpuMs = 2, responseMs = 10, databaseCpuMs = Some(1))

  private def limits(demand: Demand, limited: CpuLimits = CpuLimits.none, instances: Int = 1): Vector[Prediction] =
    new CoreLimits(machine = 2, limited, instances, window = 25.seconds).of(demand)

  "Cores of the machine" should "allow what all parts together need" in {
    limits(demand).map(limit => (limit.perSecond, limit.by, limit.formula)) shouldBe
      Vector((500.0, "cores", "2 / 4 ms"))
  }

  they should "not allow what is in use without a request" in {
    val busy = limits(demand.copy(line = demand.line.copy(idleCores = Some(0.1)))).head
    busy.perSecond shouldBe 475.0 +- 1e-9
    busy.formula shouldBe "(2 − 0.1) / 4 ms"
    limits(demand.copy(line = demand.line.copy(idleCores = Some(-0.1)))).head.perSecond shouldBe 500.0
  }

  /** 5 % either way, each as likely: 1.645 × 0.05 / √3. */
  private val machine = 0.0474871

  // t of 90 % is 1.812461 with 10 degrees of freedom and 2.353363 with the 3 of four slices; 0.04 of 4 ms are 1 %, 10 % of a second 2 % of 25
  they should "allow it within what slope, seconds of the window and machine stray by, in quadrature" in {
    def half(slope: Double, noise: Double): Double = math.sqrt(slope * slope + noise * noise + machine * machine)
    val known =
      demand.copy(line = demand.line.copy(standardErrorMs = Some(0.04), degreesOfFreedom = Some(10), noise = Some(0.1)))
    val limit = limits(known).head
    limit.low.getOrElse(0.0) shouldBe 500 * (1 - half(0.01812461, 0.04706726)) +- 1e-3
    limit.high.getOrElse(0.0) shouldBe 500 * (1 + half(0.01812461, 0.04706726)) +- 1e-3
    limits(known.copy(line = known.line.copy(noise = None))).head.low
      .getOrElse(0.0) shouldBe 500 * (1 - half(0.01812461, 0)) +- 1e-3
    limits(known.copy(line = known.line.copy(standardErrorMs = Some(0)))).head.low
      .getOrElse(0.0) shouldBe 500 * (1 - half(0, 0.04706726)) +- 1e-3
  }

  they should "allow it within less where the paces are near to all cores" in {
    val known = demand.copy(line =
      demand.line.copy(standardErrorMs = Some(0.04), degreesOfFreedom = Some(10), idleCores = Some(0.2))
    )
    // (2 − 1.1) / (2 − 0.2) of the slope's error
    limits(known.copy(line = known.line.copy(pacedCores = Some(1.1)))).head.low.getOrElse(0.0) shouldBe
      450 * (1 - math.hypot(0.01812461 / 2, machine)) +- 1e-3
  }

  "A quota" should "allow what its part alone needs, of all its instances" in {
    val both = limits(demand, CpuLimits(service = Some(0.5), database = Some(0.25)), instances = 3)
    both.map(limit => (limit.perSecond, limit.by)) shouldBe
      Vector((500.0, "cores"), (750.0, "cores of the service"), (250.0, "cores of the database"))
  }

  it should "not limit a part that uses nothing" in {
    val quotas = CpuLimits(service = Some(0.5), database = Some(0.25))
    limits(demand.copy(serviceCpuMs = 0, databaseCpuMs = Some(0)), quotas).map(_.by) shouldBe Vector("cores")
    limits(demand.copy(databaseCpuMs = None), quotas).map(_.by) shouldBe Vector("cores", "cores of the service")
  }
}
