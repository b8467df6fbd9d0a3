package bottleneck.lab.command

import bottleneck.lab.figures.Runs
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class RunTextSpec extends AnyFlatSpec with Matchers {
  "A run of few responses" should "not be said to be steady" in {
    val few = Runs.shop.copy(measured = Runs.shop.measured.map(_.copy(steady = None)))
    new RunSentences(few).rate.getOrElse("") should endWith("too few responses to say whether it is steady")
  }
}
