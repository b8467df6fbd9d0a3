package bottleneck.lab

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ListExperimentsSpec extends AnyFlatSpec with Matchers {
  "The list" should "have a line for each variant of the experiments that are asked for, and start nothing" in {
    ListExperiments.rows.find(_.simulation == classOf[OfTheFuture].getName).map(_.needs) shouldBe Some(
      Vector("JDK 9999")
    )
    ListExperiments.text("random-lat").mkString("\n") should (include("random-latency: ") and include(
      "bottleneck.lab.OfTheFuture"
    ))
    ListExperiments.text("nothing of that name") shouldBe empty
  }
}
