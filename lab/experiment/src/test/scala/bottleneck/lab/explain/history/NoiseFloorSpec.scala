package bottleneck.lab.explain.history

import bottleneck.lab.explain.history.MadeNights._
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.{Conclusions, StoredResult, Study}
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class NoiseFloorSpec extends AnyFlatSpec with Matchers {
  private val study =
    Study("noise", "", "?", "", Conclusions(Vector.empty, _ => None, _ => Vector.empty, alike = Vector("one", "again")))

  private def run(variant: String, night: Int, throughput: Double): Result = {
    val plain = made(throughput, experiment = "noise")
    val named = plain.copy(run = plain.run.copy(identity = plain.run.identity.copy(variant = variant)))
    in(night, named, minutes = if (variant == "one") 0 else 5)
  }

  private def floors(ratios: Double*): Vector[NoiseFloor] = {
    val runs = ratios.toVector.zipWithIndex.flatMap { case (ratio, n) =>
      Vector(run("one", n, 200.0 + n), run("again", n, (200 + n) * ratio), run("other", n, 300))
    }
    NoiseFloor.of(study, Histories.of(runs.map(one => StoredResult(Path.of(one.run.id), one)), Vector(study)))
  }

  // t of 6 degrees of freedom at 0.975 is 2.4469 (NIST/SEMATECH e-Handbook, 1.3.6.7.2)
  "The noise floor" should "be what the same variant differs by in 95 of 100 nights" in {
    val found = floors(1.02, 1 / 1.02, 1.02, 1 / 1.02, 1.02, 1 / 1.02).find(_.metric == Metric.Throughput)
    found.map(_.nights) shouldBe Some(6)
    found.map(_.part).getOrElse(0.0) shouldBe math.exp(2.4469 * math.log(1.02)) - 1 +- 1e-5
  }

  it should "count a difference that is always to one side as noise too" in {
    floors(1.02, 1.02, 1.02, 1.02, 1.02).find(_.metric == Metric.Throughput).map(_.part).getOrElse(0.0) should be > 0.05
  }

  it should "need five nights, and variants that are alike" in {
    floors(1.02, 1.02, 1.02, 1.02) shouldBe empty
    val other = study.copy(conclusions = study.conclusions.copy(alike = Vector.empty))
    NoiseFloor.of(other, Histories.none) shouldBe empty
  }
}
