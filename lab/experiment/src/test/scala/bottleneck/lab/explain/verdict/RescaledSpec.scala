package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.page.ExampleStairs
import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class RescaledSpec extends AnyFlatSpec with Matchers {
  private val faster = Rescaled.by(machine = 1.25, window = 1.6)(_) // twice as fast in all

  private def p99(run: Result): Option[Long] = run.total.latencyMs.map(_.p99)

  "A closed load on a faster machine" should "be answered more often and sooner" in {
    val twice = faster(oneInstance)
    twice.total.throughput shouldBe 2 * oneInstance.total.throughput +- 1e-9
    p99(twice) shouldBe p99(oneInstance).map(_ / 2)
    twice.expected.efficiency.zip(oneInstance.expected.efficiency).foreach { case (a, b) => a shouldBe 2 * b +- 1e-9 }
    (twice.total.ok, twice.total.ko, twice.server.cpu) shouldBe
      ((oneInstance.total.ok, oneInstance.total.ko, oneInstance.server.cpu))
  }

  "An open load" should "be answered sooner only" in {
    val open =
      oneInstance.copy(treatment = oneInstance.treatment.copy(load = oneInstance.load.copy(perSecond = Some(193.6))))
    faster(open).total.throughput shouldBe open.total.throughput
    p99(faster(open)) shouldBe p99(open).map(_ / 2)
  }

  "A request" should "demand less of a faster machine, whatever the window adds" in {
    val costly = oneInstance.copy(expected = oneInstance.expected.copy(demand = Some(Demand(5, 4, 20, Some(1)))))
    faster(costly).expected.demand shouldBe Some(Demand(4, 3.2, 20, Some(0.8)))
  }

  "A staircase" should "be climbed faster, and have sustained what other loads followed from" in {
    val stairs = ExampleStairs.run("half a core", 160)
    def reading(run: Result): StaircaseReading = run.measured.byLoad.staircase.getOrElse(fail("no staircase"))
    reading(faster(stairs)).saturation.map(_.throughput) shouldBe reading(stairs).saturation.map(_.throughput * 2)
    reading(faster(stairs)).sustained shouldBe reading(stairs).sustained
  }
}
