package bottleneck

import bottleneck.journal.JournalStudy
import bottleneck.lab.explain.result._
import bottleneck.lab.settings.Settings
import bottleneck.lab.target.Index
import bottleneck.latency.LatencyStudy
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ExperimentsSpec extends AnyFlatSpec with Matchers {
  private lazy val settings = Settings.read(sys.props.toMap).fold(throw _, identity)
  private lazy val published = Published.read(settings.layout.data).fold(error => fail(error.message), identity)
  private val trials =
    Vector(Index.None, Index.Published, Index.Keyset).map(JournalStudy.trial) ++ Vector(1, 5).map(LatencyStudy.trial)

  "The studies" should "be found without being named" in {
    Studies.found.map(_.id) shouldBe Vector("journal-index", "random-latency")
  }

  they should "judge claims of the sources, and have figures to compare with" in {
    Studies.found.flatMap(_.claims).filter(claim => published.claim(claim.source).isEmpty) shouldBe empty
    trials.flatMap(_.published).filter(s => published.figures(s.source, s.variant).isEmpty) shouldBe empty
  }

  they should "claim nothing, answer nothing and not fail without runs" in
    Studies.found.foreach { study =>
      study.answer(Evidence.none) shouldBe None
      study.claims.map(_.judge(Evidence.none).verdict).distinct shouldBe Vector(Verdict.Invalid)
    }

  "Variants" should "have different names" in {
    trials.map(trial => trial.study.id -> trial.variant).distinct should have size trials.size.toLong
  }
}
