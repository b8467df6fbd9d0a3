package bottleneck.lab.engine

import bottleneck.lab.figures.settings.Refused
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class EvaluationSpec extends AnyFlatSpec with Matchers {

  "A run without what judges it" should "be refused in a sentence" in {
    the[Refused] thrownBy Evaluations.found should have message
      "Nothing judges runs: add lab/claims to the class path."
  }
}
