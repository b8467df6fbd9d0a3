package bottleneck.lab.explain.verdict

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AgreementSpec extends AnyFlatSpec with Matchers {
  private def pairs(agreeing: Int, of: Int, others: Int): Agreement.OfPairs =
    Agreement.OfPairs(Verdict.Reproduced, agreeing, of, others)

  "Pairs of runs" should "decide where chance makes so many agree in 2.5 % of all orders at most" in {
    pairs(16, 4, 4).decides shouldBe true
    pairs(15, 4, 4).decides shouldBe false
    pairs(9, 3, 3).decides shouldBe false
    pairs(4, 1, 4).decides shouldBe false
    // with more runs some pairs may differ
    pairs(23, 5, 5).decides shouldBe true
    pairs(22, 5, 5).decides shouldBe false
    pairs(42, 7, 7).decides shouldBe true
  }

  they should "be those of the verdict that most of them give" in {
    def sooner(one: Int, other: Int): Verdict = if (one == other) Verdict.Undecided else Verdict.of(one < other)
    Agreement.OfPairs.of(Vector(1, 2, 5), Vector(3, 4, 5))(sooner) shouldBe
      Some(Agreement.OfPairs(Verdict.Reproduced, 6, 3, 3))
    Agreement.OfPairs.of(Vector(4, 5), Vector(3))(sooner) shouldBe
      Some(Agreement.OfPairs(Verdict.Refuted, 2, 2, 1))
    Agreement.OfPairs.of(Vector(3), Vector(3))(sooner) shouldBe None
    Agreement.OfPairs.of(Vector.empty[Int], Vector(3))(sooner) shouldBe None
  }
}
