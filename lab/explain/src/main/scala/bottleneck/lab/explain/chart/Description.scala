package bottleneck.lab.explain.chart

/** What a chart shows, in words. */
private[chart] object Description {
  private val mostNamed = 12

  /** Every value of a short series, and the ends and the greatest value of a long one. */
  def of(x: Axis, y: Axis, series: Vector[Series], bands: Vector[Band] = Vector.empty): String = {
    def pair(point: Point): String = s"${x.write(point.x)}: ${y.write(point.y)}"
    val sentences = series.map { one =>
      val values =
        if (one.points.size <= mostNamed) one.points.map(pair).mkString(", ")
        else s"${pair(one.points.head)} to ${pair(one.points.last)}, at most ${pair(one.points.maxBy(_.y))}"
      s"${one.name}: $values."
    }
    val meanwhile = bands.map(band => s"${band.label} from ${x.write(band.from)} to ${x.write(band.to)}.")
    (s"${y.label} by ${x.label}." +: (sentences ++ meanwhile)).mkString(" ")
  }
}
