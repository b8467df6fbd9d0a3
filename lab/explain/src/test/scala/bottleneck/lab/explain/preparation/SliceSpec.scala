package bottleneck.lab.explain.preparation

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SliceSpec extends AnyFlatSpec with Matchers {

  /** Two seconds with 100 requests, which were answered after 5 ms on average. */
  private val slice = Slice(
    Phases.warmUp,
    fromMs = 1000,
    toMs = 3000,
    requests = 100,
    responseMs = 500,
    cpu = Map("service-1" -> 0.4, "service-2" -> 0.3, "database" -> 0.2, "generator" -> 0.15),
    compilers = Map("service-1" -> 0.1, "generator" -> 0.05)
  )

  "A slice" should "have its length, its throughput and the mean of its response times" in {
    (slice.seconds, slice.perSecond, slice.meanMs) shouldBe ((2.0, 50.0, Some(5.0)))
    slice.copy(requests = 0, responseMs = 0).meanMs shouldBe None
  }

  it should "tell what all instances of a part used, without their compilers" in {
    slice.own("service").getOrElse(0.0) shouldBe 0.6 +- 1e-9
    slice.own("database").getOrElse(0.0) shouldBe 0.2 +- 1e-9
    slice.allOwn shouldBe 0.9 +- 1e-9
    slice.compiling shouldBe 0.15 +- 1e-9
  }

  it should "use no less than nothing where clocks tick roughly" in {
    val compiled = slice.copy(cpu = Map("service-1" -> 0.1), compilers = Map("service-1" -> 0.11))
    (compiled.own("service"), compiled.allOwn) shouldBe ((Some(0.0), 0.0))
  }
}
