package bottleneck.lab.explain.preparation

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class NoiseSpec extends AnyFlatSpec with Matchers {

  /** Slice of 1 s with 100 requests, each with this CPU time in ms. */
  private def second(ms: Double): Slice = MadeSlices.paced(0.6, 100, Map("service-1" -> ms / 10))

  "Noise" should "be the standard deviation of a request's CPU time, as a part of its mean" in {
    // 1, 2 and 3 ms: 1 of 2
    Noise.of(Vector(1.0, 2.0, 3.0).map(second)).getOrElse(0.0) shouldBe 0.5 +- 1e-9
  }

  it should "be that of a second, also where slices are longer" in {
    val longer = Vector(1.0, 2.0, 3.0).map { ms =>
      val short = second(ms)
      short.copy(toMs = short.fromMs + 4000, requests = 400)
    }
    // a mean of 4 seconds strays half as much as one of them
    Noise.of(longer).getOrElse(0.0) shouldBe 1.0 +- 1e-9
  }
}
