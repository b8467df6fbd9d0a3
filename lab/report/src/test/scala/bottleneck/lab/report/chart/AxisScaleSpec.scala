package bottleneck.lab.report.chart

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AxisScaleSpec extends AnyFlatSpec with Matchers {
  private val day = 86400.0

  "A scale from zero or below" should "have about five steps of 1, 2, 2.5 or 5 and hold all values" in
    Vector(
      Vector(193.6, 977) -> Vector(0, 200, 400, 600, 800, 1000),
      Vector(1000.0) -> Vector(0, 200, 400, 600, 800, 1000),
      Vector(1001.0) -> Vector(0, 250, 500, 750, 1000, 1250),
      Vector(0.61) -> Vector(0, 0.2, 0.4, 0.6, 0.8),
      Vector(0.3) -> Vector(0, 0.1, 0.2, 0.3),
      Vector(-3.0, 5) -> Vector(-4, -2, 0, 2, 4, 6),
      Vector.empty -> Vector(0, 1),
      Vector(0.0) -> Vector(0, 1),
      Vector(Double.NaN, Double.PositiveInfinity) -> Vector(0, 1)
    ).foreach { case (values, ticks) => AxisScale.fromZero(values).ticks shouldBe ticks }

  it should "place its ends at 0 and 1 and nothing beyond them" in {
    val scale = AxisScale.fromZero(Vector(1000))
    Vector(-5, 0, 250, 1000, 5000, Double.NaN).map(scale.at) shouldBe Vector(0, 0, 0.25, 1, 1, 0)
  }

  "A scale up to an end" should "end there, between two ticks" in {
    val scale = AxisScale.until(42)
    scale.ticks shouldBe Vector(0, 10, 20, 30, 40)
    scale.at(42) shouldBe 1
    scale.at(21) shouldBe 0.5
    AxisScale.until(0).at(1) shouldBe 1
  }

  "A logarithmic scale" should "name 1, 2 and 5 of each power of ten, or the powers where those are many" in {
    AxisScale.logarithmic(Vector(19, 900)).ticks shouldBe Vector(10, 20, 50, 100, 200, 500, 1000)
    AxisScale.logarithmic(Vector(3, 60000)).ticks shouldBe Vector(10, 100, 1000, 10000, 100000)
  }

  it should "have no tick that reads 0 where it reaches from a millisecond to seconds" in {
    val axis = Axes.latency(AxisScale.logarithmic(Vector(1.3, 12000)))
    axis.label shouldBe "response time, s"
    axis.scale.ticks.map(axis.write) shouldBe Vector("0.001", "0.01", "0.1", "1", "10")
  }

  it should "have equal distances for equal ratios and its beginning for 0" in {
    val scale = AxisScale.logarithmic(Vector(10, 1000))
    Vector(0, 10, 100, 1000).map(scale.at(_)) shouldBe Vector(0, 0, 0.5, 1)
  }

  it should "have an extent whatever it is given" in {
    for (values <- Vector(Vector.empty, Vector(0.0, -1.0), Vector(50.0))) {
      val ticks = AxisScale.logarithmic(values).ticks
      ticks.last should be > ticks.head
    }
  }

  "A scale of instants" should "have its ticks at whole minutes, hours or days" in {
    AxisScale.time(Vector(30, 130)).ticks shouldBe Vector(0, 60, 120, 180)
    AxisScale.time(Vector(100 * day + 7, 102 * day)).ticks shouldBe Vector(100, 101, 102).map(_ * day)
    AxisScale.time(Vector(1.8e9)).ticks should have size 2
  }
}
