package bottleneck.lab.figures.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class ExactCountsSpec extends AnyFlatSpec with Matchers {
  private val percentiles = Vector(0.0, 1, 50, 75, 90, 95, 99, 99.9, 99.99, 100)

  private def counts(values: Seq[Int]): ExactCounts = {
    val counts = new ExactCounts
    values.foreach(counts.add)
    counts
  }

  private def sorted(values: Vector[Int]): Vector[Int] = {
    val order = values.sorted
    percentiles.map(p =>
      order(math.max(0, (BigDecimal(p) * values.size / 100).setScale(0, BigDecimal.RoundingMode.CEILING).toInt - 1))
    )
  }

  "Exact counts" should "equal sorting, from a few milliseconds to days" in {
    val random = new Random(1)
    val scales = Vector(1, 40, 3000, 70000, 2000000, 604800000)
    for (n <- Vector(1, 2, 7, 100, 1000, 20001); scale <- scales) {
      val values = Vector.fill(n)((scale * math.pow(random.nextDouble(), 3)).toInt)
      val exact = counts(values)
      exact.percentiles(percentiles) shouldBe sorted(values)
      exact.count shouldBe n
      exact.mean shouldBe values.map(_.toDouble).sum / n +- 1e-6
    }
  }

  // by hand: mean 6
  it should "have the standard deviation of the population" in {
    counts(Vector(2, 4, 6, 12, 2, 10)).sd shouldBe math.sqrt((16 + 4 + 0 + 36 + 16 + 16) / 6.0) +- 1e-12
    counts(Vector.fill(1000)(604800000)).sd shouldBe 0.0
  }

  it should "add up counts beyond an Int" in {
    // doubled 31 times: 2^31 of 1 and of 9
    val many = Iterator.iterate(counts(Vector(1, 9)))(half => ExactCounts.of(Vector(half, half))).drop(31).next()
    many.count shouldBe 4294967296L
    many.percentiles(Vector(50, 50.000001)) shouldBe Vector(1, 9)
  }

  "A rank" should "be decimal" in {
    ExactCounts.rank(99.9, 1000) shouldBe 999
    ExactCounts.rank(99.9, 1001) shouldBe 1000
    ExactCounts.rank(0, 5) shouldBe 1
    an[IllegalArgumentException] should be thrownBy ExactCounts.rank(101, 5)
  }

  "The middle of a coarse bin" should "be right to 0.8 %, and exact below 128" in {
    val values =
      (0 to 40000) ++ (0 to 30).flatMap(bit => Vector(-1, 0, 1).map((1 << bit) + _)) ++ Vector(604800000, Int.MaxValue)
    values.foreach { value =>
      val middle = CoarseBins.middle(CoarseBins.of(value))
      withClue(s"$value: ")(if (value < 128) middle shouldBe value else middle shouldBe value.toDouble +- value * 0.008)
    }
    values.sorted.map(CoarseBins.of) shouldBe values.map(CoarseBins.of).sorted
  }
}
