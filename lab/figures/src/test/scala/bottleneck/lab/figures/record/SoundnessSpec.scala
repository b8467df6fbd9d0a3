package bottleneck.lab.figures.record

import bottleneck.lab.figures.Check
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SoundnessSpec extends AnyFlatSpec with Matchers {
  private val holds = Check("parts", passed = true, "no part ended early")

  private def of(failed: String*): Soundness = Soundness.of(holds +: failed.toVector.map(Check(_, passed = false, "")))

  "A run" should "be invalid by a structural fault" in
    Vector("parts", "log", "metrics", "errors", "intervention", "complete", "responses", "levels").foreach(check =>
      of(check) shouldBe Soundness.Invalid(Vector(check))
    )

  it should "name all that disturbed it, and only the faults where it is invalid" in {
    of("machine", "steady") shouldBe Soundness.Disturbed(Vector("machine", "steady"))
    of("machine", "log") shouldBe Soundness.Invalid(Vector("log"))
  }

  it should "not count without any check" in {
    Soundness.of(Vector.empty) shouldBe a[Soundness.Invalid]
  }
}
