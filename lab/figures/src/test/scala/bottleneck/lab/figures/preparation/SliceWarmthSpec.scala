package bottleneck.lab.figures.preparation

import bottleneck.lab.figures.preparation.MadeSlices.{answering, warming}
import bottleneck.lab.figures.warmth.Warmth
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SliceWarmthSpec extends AnyFlatSpec with Matchers {

  private def moving(slices: Vector[Slice]): Vector[String] = SliceWarmth.ofCores(slices, cpus = 2).moving

  private val still = warming(1, 1, 1, 1)

  /** Slices with this CPU use of the compilers, in cores, a part of it the generator's. */
  private def compiling(cores: Double): Vector[Slice] = Vector.tabulate(4)(
    warming(_, Map("service-1" -> 1.0, "generator" -> 1.0), Map("service-1" -> cores * 0.75, "generator" -> cores / 4))
  )

  /** Slices with a CPU time per request of 1 ms in the service and `ms` in another part. */
  private def beside(part: String)(ms: Double*): Vector[Slice] = ms.zipWithIndex.map { case (ms, n) =>
    warming(n, Map("service-1" -> 1.0, part -> ms))
  }.toVector

  "What is flat" should "be warm" in {
    SliceWarmth.ofCores(still, cpus = 2) shouldBe Warmth(Vector.empty)
    SliceWarmth.ofCores(still, cpus = 2).isWarm shouldBe true
  }

  it should "be so with 3 % of noise from slice to slice" in {
    moving(warming(1.0, 1.03, 0.97, 1.0)) shouldBe empty
    moving(warming(1.015, 0.985, 1.015, 0.985)) shouldBe empty
  }

  "What still falls by 8 %" should "not be warm, and say what changes" in {
    // a straight line from 1.04 to 0.96 ms, whose mean is 1
    val falling = SliceWarmth.ofCores(warming(1.04, 1.04 - 0.08 / 3, 0.96 + 0.08 / 3, 0.96), cpus = 2)
    falling.moving shouldBe Vector("the CPU time of a request in the service changed by -8 % within 12 s")
    falling.isWarm shouldBe false
  }

  it should "be warm when the last four slices are flat" in {
    moving(warming(9, 3, 1.4) ++ still) shouldBe empty
    moving(still ++ warming(1.2, 1.1, 1, 1)) should have size 1
  }

  "What rises" should "be warm: no compiler makes a request dearer" in {
    moving(still ++ warming(1, 1, 1.1, 1.2)) shouldBe empty
  }

  "Compilers that use 5 % of the cores" should "not be quiet" in {
    moving(compiling(0.1)) shouldBe Vector("compilers used 0.10 cores, more than 0.08")
    moving(compiling(0.06)) shouldBe empty
    // 0.1 of 4 cores are 2.5 %
    SliceWarmth.ofCores(compiling(0.1), cpus = 4).isWarm shouldBe true
  }

  "A part" should "be looked at where it uses a twentieth of the CPU time" in {
    Vector("database", "generator", "cache", "balancer").foreach { part =>
      moving(beside(part)(0.2, 0.19, 0.18, 0.17)).mkString should include(s"in the $part changed by -16 %")
    }
    moving(beside("generator")(0.04, 0.03, 0.02, 0.01)) shouldBe empty
  }

  "What changes in all parts alike" should "be the machine's speed" in {
    def all(service: Double, database: Double): Vector[Slice] = Vector.tabulate(4)(n =>
      warming(n, Map("service-1" -> (1 + service * n / 3), "database" -> (1 + database * n / 3)))
    )
    // 11 % and 9 %: 2 % beyond the machine's
    moving(all(0.12, 0.10)) shouldBe empty
    moving(all(-0.12, -0.10)) shouldBe empty
    // 22 % and 11 %, of which the half is the machine's
    moving(all(-0.2, -0.1)).mkString should include("in the service changed by -22 %")
    // the one faster, the other slower
    moving(all(-0.12, 0.01)) should have size 1
  }

  "Too few slices, or one without requests" should "not tell" in {
    val tooFew = Vector("there were too few requests")
    moving(still.take(3)) shouldBe tooFew
    moving(Vector.empty) shouldBe tooFew
    moving(still.init :+ still.last.copy(requests = 0, responseMs = 0)) shouldBe tooFew
    SliceWarmth.ofTime(still.init :+ still.last.copy(requests = 0, responseMs = 0), heldMs = 100).moving shouldBe tooFew
  }

  "Response times" should "be warm when they change by less than a hundredth of the time that a request is held" in {
    SliceWarmth.ofTime(answering(10, 10.3, 10.6, 10.9), heldMs = 100).isWarm shouldBe true
    SliceWarmth.ofTime(answering(10, 10.4, 10.8, 11.2), heldMs = 100).moving shouldBe
      Vector("the response time changed by +1.20 ms within 4 s")
    SliceWarmth.ofTime(answering(11.2, 10.8, 10.4, 10), heldMs = 100).moving.mkString should include("-1.20 ms")
    SliceWarmth.ofTime(answering(10, 10.4, 10.8, 11.2), heldMs = 300).isWarm shouldBe true
  }
}
