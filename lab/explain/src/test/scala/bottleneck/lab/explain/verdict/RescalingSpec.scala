package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class RescalingSpec extends AnyFlatSpec with Matchers {
  private val faster = Rescaling.by(machine = 1.25, window = 1.6)(_) // twice as fast in all

  private def p99(run: Result): Option[Long] = run.total.latencyMs.map(_.p99)

  "A closed load on a faster machine" should "be answered more often and sooner" in {
    val twice = faster(oneInstance)
    twice.total.throughput shouldBe 2 * oneInstance.total.throughput +- 1e-9
    p99(twice) shouldBe p99(oneInstance).map(_ / 2)
    twice.expected.efficiency.zip(oneInstance.expected.efficiency).foreach { case (a, b) => a shouldBe 2 * b +- 1e-9 }
    (twice.total.ok, twice.total.ko, twice.server.cpu) shouldBe
      ((oneInstance.total.ok, oneInstance.total.ko, oneInstance.server.cpu))
  }

  private def open(perSecond: Double): Result =
    oneInstance.copy(treatment = oneInstance.treatment.copy(load = oneInstance.load.copy(perSecond = Some(perSecond))))

  private val throughput = oneInstance.total.throughput

  "An open load" should "be answered sooner only" in {
    val met = open(throughput / 0.95)
    faster(met).total.throughput shouldBe throughput
    Rescaling.by(machine = 0.5, window = 1)(met).total.throughput shouldBe throughput
    p99(faster(met)) shouldBe p99(met).map(_ / 2)
  }

  it should "be answered more often where more come than are answered, but not more often than they come" in {
    faster(open(throughput * 3)).total.throughput shouldBe throughput * 2 +- 1e-9
    faster(open(throughput * 1.5)).total.throughput shouldBe throughput * 1.5 +- 1e-9
    Rescaling.by(machine = 0.5, window = 1)(open(throughput / 0.94)).total.throughput shouldBe throughput / 2 +- 1e-9
    Rescaling.by(machine = 2, window = 1)(open(throughput * 3)).measured.interval.map(_.mean) shouldBe
      oneInstance.measured.interval.map(_.mean * 2)
    val silent = open(throughput)
    val none = silent.copy(measured = silent.measured.copy(total = silent.total.copy(throughput = 0)))
    faster(none).total.throughput shouldBe 0.0
  }

  "A request" should "demand less of a faster machine, whatever the window adds" in {
    val costly = oneInstance.copy(expected = oneInstance.expected.copy(demand = Some(Demand(5, 4, 20, Some(1)))))
    faster(costly).expected.demand shouldBe Some(Demand(4, 3.2, 20, Some(0.8)))
  }
}
