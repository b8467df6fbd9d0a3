package bottleneck.lab.figures

import bottleneck.lab.figures.statistics.Interval
import java.util.Locale
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class NumbersSpec extends AnyFlatSpec with Matchers {

  /** The thin space before a unit, as an ordinary one. */
  private def plainly(text: String): String = text.replace('\u202f', ' ')

  "A rate" should "have three digits at least and one decimal below a thousand" in {
    Vector(0.0, 0.0421, 1.25, 65, 99.96, 193.6, 999.94, 999.96, 2276.4, 1234567).map(Numbers.rate) shouldBe
      Vector("0/s", "0.042/s", "1.25/s", "65.0/s", "100.0/s", "193.6/s", "999.9/s", "1,000/s", "2,276/s", "1,234,567/s")
  }

  "A time" should "change from milliseconds to seconds where it rounds to one" in {
    Vector(0, 5, 5.25, 999, 999.6, 1000, 1300, 9994, 9996, 14500, 136400).map(Numbers.millis).map(plainly) shouldBe
      Vector("0 ms", "5 ms", "5.25 ms", "999 ms", "1.00 s", "1.00 s", "1.30 s", "9.99 s", "10.0 s", "14.5 s", "136 s")
  }

  it should "be in milliseconds throughout where it is exact" in {
    Vector(5.25, 999.6, 2991.0, 17610).map(Numbers.inMillis).map(plainly) shouldBe
      Vector("5.25 ms", "999.6 ms", "2,991 ms", "17,610 ms")
    Vector(99999.0, 100000).map(Quantity.Time.write).map(plainly) shouldBe Vector("99,999 ms", "100 s")
  }

  "A percentage" should "be no nothing however small it is" in {
    Vector(0, 0.00001, 0.0345, 1.2, 100).map(Numbers.inPercent).map(plainly) shouldBe
      Vector("0 %", "< 0.001 %", "0.035 %", "1.20 %", "100.0 %")
  }

  "A count" should "have the decimals that it needs" in {
    Vector(3.0, 2.5, 2.004, 10000.25).map(Numbers.count) shouldBe Vector("3", "2.5", "2", "10,000.25")
  }

  "An interval" should "have two digits of its half width" in {
    Vector(193.62 -> 1.63, 2276.4 -> 38.2, 2276.4 -> 380.0, 0.5 -> 0.0123, 65.0 -> 0.0).map { case (mean, half) =>
      plainly(Numbers.interval(Interval(mean, mean - half, mean + half, 30, 0.95)))
    } shouldBe Vector("193.6 ± 1.6", "2,276 ± 38", "2,276 ± 380", "0.500 ± 0.012", "65.0 ± 0.0")
  }

  "The language of the machine" should "make no difference" in {
    val before = Locale.getDefault
    Locale.setDefault(Locale.GERMANY)
    try Numbers.rate(12345.6) shouldBe "12,346/s"
    finally Locale.setDefault(before)
  }

  "A counted noun" should "be in the plural unless there is one" in {
    Vector(1, 2).map(Numbers.counted(_, "guess")) shouldBe Vector("1 guess", "2 guesses")
    Vector(1, 1200).map(Numbers.counted(_, "user")) shouldBe Vector("1 user", "1,200 users")
  }
}
