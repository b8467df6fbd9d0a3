package bottleneck.lab.report

import bottleneck.lab.figures.Truth
import bottleneck.lab.log.Markup
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class JunitSpec extends AnyFlatSpec with Matchers {

  "A report of tests" should "count its cases and keep what a parser can read of their texts" in {
    val cases = Vector(
      JunitCase("group", "p95 < \"5\"", Truth.No, "bad \u0001 & \uffff"),
      JunitCase("group", "b", Truth.Yes, "good"),
      JunitCase("group", "c", Truth.Undecided, "who knows")
    )
    val report = Markup.of(Junit.render("all", cases))
    Vector("name", "tests", "failures", "skipped").flatMap(report.attributes("testsuite", _)) shouldBe
      Vector("all", "3", "1", "1")
    Vector("failure", "skipped").flatMap(report.attributes(_, "message")) shouldBe Vector("bad  & ", "who knows")
    Vector("failure", "system-out").flatMap(report.texts) shouldBe Vector("bad  & ", "good")
    report.attributes("testcase", "name") shouldBe Vector("p95 < \"5\"", "b", "c")
  }
}
