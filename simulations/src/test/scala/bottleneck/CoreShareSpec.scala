package bottleneck

import bottleneck.lab.explain.verdict.{Judgement, Verdict}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class CoreShareSpec extends AnyFlatSpec with Matchers {
  "A share of cores" should "tell nothing within two percentage points of what is asked for" in {
    CoreShare.atLeast(0.821, 0.8) shouldBe Some(true)
    CoreShare.atLeast(0.819, 0.8) shouldBe None
    CoreShare.atLeast(0.781, 0.8) shouldBe None
    CoreShare.atLeast(0.779, 0.8) shouldBe Some(false)
    CoreShare.lessThan(0.779, 0.8) shouldBe Some(true)
    CoreShare.lessThan(0.79, 0.8) shouldBe None
  }

  it should "decide with others, of which one that does not hold is enough to refute" in {
    def judged(parts: Option[Boolean]*): Verdict = CoreShare.judged(parts: _*)("seen").verdict
    judged(Some(true), Some(true)) shouldBe Verdict.Reproduced
    judged(Some(true), None) shouldBe Verdict.Undecided
    judged(None, Some(false)) shouldBe Verdict.Refuted
    CoreShare.judged(None)("seen") shouldBe Judgement.undecided("seen: too close to tell")
  }
}
