package bottleneck.jenkins

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class CronLineSpec extends AnyFlatSpec with Matchers {
  "A line of cron" should "be what Jenkins reads" in {
    val lines =
      Vector("H 2 * * *", "H/15 * * * *", "H(0-29)/10 * * * *", "0 2,14 1-15/2 H 1-5", "45 9-16/2 * * 7", "@daily")
    lines.flatMap(CronLine.problem) shouldBe empty
  }

  it should "have five fields in their bounds" in {
    val lines = Vector("", "H 2 * *", "H 2 * * * *", "60 2 * * *", "H 24 * * *", "H 2 0 * *", "H 2 * 13 *", "H 2 * * 8")
    lines.filter(CronLine.problem(_).isEmpty) shouldBe empty
  }

  it should "have ranges that rise and steps that fit" in {
    val lines =
      Vector("H 5-2 * * *", "H(9-3) 2 * * *", "H/0 2 * * *", "H/61 2 * * *", "H 2, * * *", "H two * * *", "@nightly")
    lines.filter(CronLine.problem(_).isEmpty) shouldBe empty
  }

  it should "not start a build every minute of an hour" in {
    CronLine.problem("* 2 * * *").getOrElse("") should include("every minute")
  }
}
