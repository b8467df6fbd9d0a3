package bottleneck.lab.chart

import bottleneck.lab.Markup
import bottleneck.lab.model.Numbers
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ChartSpec extends AnyFlatSpec with Matchers {
  private def axis(values: Double*): Axis = Axis("value", AxisScale.fromZero(values), Numbers.count)

  private def chart(series: Series*): Markup =
    Markup.of(Chart("one", "A chart", axis(0, 10) -> axis(0, 100), series.toVector).draw.render)

  private def series(drawn: Drawn, points: Point*): Series = Series("measured", Look.First, drawn, points.toVector)

  "A chart" should "be named and described for those who cannot see it" in {
    val drawn = chart(series(Drawn.Points, Point(1, 50)))
    drawn.attributes("svg", "role") should contain("img")
    drawn.attributes("svg", "aria-labelledby") shouldBe Vector("one-title one-summary")
    drawn.attributes("*", "id") shouldBe Vector("one-title", "one-summary")
    drawn.texts("title") shouldBe Vector("A chart")
    drawn.texts("desc") shouldBe Vector("value by value. measured: 1: 50.")
  }

  it should "place points within its axes" in {
    // the plot is 56 to 418 wide and 228 to 32 high
    chart(series(Drawn.Points, Point(5, 50), Point(10, 100))).attributes("path", "transform").take(2) shouldBe
      Vector("translate(237 130)", "translate(418 32)")
  }

  it should "show an interval from its low to its high end" in {
    val bars = chart(series(Drawn.Points, Point(5, 50, Some(25.0 -> 75.0)))).elements("line", "error")
    bars.map(bar => bar("y1") -> bar("y2")) should contain("179" -> "81")
  }

  it should "put areas on top of each other" in {
    val values = Vector("running" -> Vector(20.0, 10.0), "waiting" -> Vector(0.0, 40.0))
    val areas = chart(Series.stacked(Vector(0.0, 10.0), values, Vector(Look.First, Look.Second)): _*)
    areas.elements("polygon", "bar").map(_("points")) shouldBe
      Vector("56,188.8 418,208.4 418,228 56,228", "56,188.8 418,130 418,208.4 56,188.8")
  }

  it should "break a line where values are missing, and show a lone one as a dot" in {
    val drawn = chart(series(Drawn.Line(1.5), Point(0, 1), Point(1, 1), Point(4, 1), Point(6, 1), Point(7, 1)))
    drawn.elements("polyline", "line").map(_("points").split(" ").length).take(2) shouldBe Vector(2, 2)
    drawn.elements("circle", "dot") should have size 1
  }

  it should "leave out what is no number" in {
    val text = Chart(
      "one",
      "A chart",
      axis(Double.NaN) -> axis(Double.PositiveInfinity),
      Vector(series(Drawn.Joined, Point(Double.NaN, 1), Point(1, Double.PositiveInfinity), Point(0.5, 0.5)))
    ).draw.render
    text should not include "NaN"
    text should not include "Infinity"
    Markup.of(text).elements("path", "marker") should have size 2 // the point and its mark in the legend
  }

  it should "draw a single point, equal values and zeros" in {
    for (points <- Vector(Vector(Point(0, 0)), Vector(Point(3, 7), Point(3, 7)), Vector(Point(0, 0), Point(1, 0))))
      chart(series(Drawn.Joined, points: _*)).elements("path", "marker") should have size (points.size + 1L)
  }

  "A chart of categories" should "have a bar as long as its value, from 0 on" in {
    val rows = Vector(Category("without", "50/s"), Category("with", "100/s"))
    val drawn = Markup.of(
      CategoryChart(
        "one",
        "A chart",
        rows,
        axis(0, 100),
        Vector(series(Drawn.Bars, Point(0, 50), Point(1, 100)))
      ).draw.render
    )
    drawn.elements("rect", "bar").map(bar => bar("x") -> bar("width")).take(2) shouldBe Vector(
      "16" -> "201",
      "16" -> "402"
    )
    drawn.texts("text") should contain allOf ("without", "50/s", "with", "100/s")
    drawn.texts("desc") shouldBe Vector("value by variant. measured: without: 50, with: 100.")
  }
}
