package bottleneck.lab.report.chart

import bottleneck.lab.figures.Numbers
import bottleneck.lab.log.Markup
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ChartSpec extends AnyFlatSpec with Matchers {
  private def axis(values: Double*): Axis = Axis("value", AxisScale.fromZero(values), Numbers.count)

  private def chart(series: Series*): Markup =
    Markup.of(Chart("one", "A chart", axis(0, 10) -> axis(0, 100), series.toVector).draw.render)

  private def series(drawn: Drawn, points: Point*): Series = Series("measured", Look.First, drawn, points.toVector)

  // names, descriptions, points and intervals are in the approved pages of the command
  "A chart" should "put areas on top of each other" in {
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
  }
}
