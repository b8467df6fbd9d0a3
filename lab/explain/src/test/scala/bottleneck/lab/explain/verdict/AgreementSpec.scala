package bottleneck.lab.explain.verdict

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AgreementSpec extends AnyFlatSpec with Matchers {
  private def pairs(agreeing: Int, of: Int, others: Int, look: Int = 1): Agreement.OfPairs =
    Agreement.OfPairs(Verdict.Reproduced, agreeing, of, others, look)

  "Looks" should "need more agreement one after the other, so that all together are wrong at most 5 times of 100" in {
    Agreement.needed(1) shouldBe 0.975
    (1 to 100000).map(look => 1 - Agreement.needed(look)).sum should (be < 0.05 and be > 0.0499)
  }

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

  they should "need more to agree when they could be judged before" in {
    pairs(16, 4, 4, look = 2).decides shouldBe false
    pairs(64, 8, 8, look = 2).decides shouldBe true
  }

  they should "say how many runs more would decide, of as many at a time as before" in {
    (pairs(9, 3, 3).blocks, pairs(9, 3, 3).runs) shouldBe Some(1) -> Some(3)
    (pairs(16, 4, 4).blocks, pairs(16, 4, 4).runs) shouldBe None -> None
    pairs(8, 4, 4).blocks shouldBe None
    val mostly = pairs(13, 4, 4)
    mostly.blocks.getOrElse(0) should be > 1
    mostly.runs.getOrElse(0) shouldBe 4 * mostly.blocks.getOrElse(0)
  }

  they should "be those of the verdict that most of them give" in {
    def sooner(one: Int, other: Int): Verdict = if (one == other) Verdict.Undecided else Verdict.of(one < other)
    Agreement.OfPairs.of(Vector(1, 2, 5), Vector(3, 4, 5), look = 1)(sooner) shouldBe
      Some(Agreement.OfPairs(Verdict.Reproduced, 6, 3, 3, 1))
    Agreement.OfPairs.of(Vector(4, 5), Vector(3), look = 2)(sooner) shouldBe
      Some(Agreement.OfPairs(Verdict.Refuted, 2, 2, 1, 2))
    Agreement.OfPairs.of(Vector(3), Vector(3), look = 1)(sooner) shouldBe None
    Agreement.OfPairs.of(Vector.empty[Int], Vector(3), look = 1)(sooner) shouldBe None
  }
}
