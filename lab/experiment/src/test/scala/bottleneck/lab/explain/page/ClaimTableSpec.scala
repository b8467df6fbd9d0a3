package bottleneck.lab.explain.page

import bottleneck.lab.explain.published.{ClaimKind, PublishedStatement}
import bottleneck.lab.explain.verdict._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ClaimTableSpec extends AnyFlatSpec with Matchers {
  private def shown(verdict: Verdict, agreement: Agreement): String = ClaimTable
    .of(
      Vector(
        JudgedStatement(
          PublishedStatement("a/b", "It holds.", ClaimKind.Measured, "It is seen."),
          "experiment",
          Verdict.Reproduced,
          Judgement(verdict, "5 < 7", Some(agreement))
        )
      )
    )
    .render

  private def pairs(agreeing: Int): Agreement = Agreement.OfPairs(Verdict.Reproduced, agreeing, 4, 4, look = 1)

  "A verdict by draws" should "have the share of them" in {
    shown(Verdict.Reproduced, Agreement.OfDraws(Verdict.Reproduced, 0.99, 0.975)) should
      include("Reproduced in 99.0\u202f% of 1,000 draws")
    shown(Verdict.Undecided, Agreement.OfDraws(Verdict.Reproduced, 0.9, 0.975, Some(4))) should
      (include("only 90.0\u202f% of 1,000 draws") and include("97.5\u202f% are needed. 4 runs more of each variant"))
    shown(Verdict.Undecided, Agreement.OfDraws(Verdict.Reproduced, 0.6, 0.975)) should
      include("More runs like these would not decide it.")
  }

  "A verdict by pairs of runs" should "have their number, and how likely chance is" in {
    shown(Verdict.Reproduced, pairs(16)) should
      (include("16 of 16 pairs of runs say reproduced; by chance alone as many would with a probability of 1.4") and
        include("at most 2.5\u202f% is allowed.") and not include "would decide")
    shown(Verdict.Undecided, pairs(14)) should (include("14 of 16 pairs") and include("4 runs more of each variant"))
    shown(Verdict.Undecided, pairs(8)) should include("More runs like these would not decide it.")
  }
}
