package bottleneck.lab.claims.page

import bottleneck.lab.claims.verdict.ExperimentFindings
import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.record.Result
import bottleneck.lab.report.chart.{Axis, AxisScale, Category, CategoryChart, Drawn, Look, Point, Series}

/** Published and measured throughputs as shares of the predicted ones: one scale for all experiments. */
private[page] object ShareChart {

  /** Maximum number of rows: one is a variant or, where there are more, an experiment or a topic, with a mark per
    * variant.
    */
  private val mostRows = 10

  /** Maximum number of experiments for which names of variants alone suffice. */
  private val mostTitles = 3

  /** Shares above this one have no mark, which would press all others together: the note of a run has the values. */
  private val mostShare = 2.0

  /** A chart of every experiment with a prediction; none where no run has one. */
  def of(id: String, experiments: Vector[ExperimentFindings]): Option[CategoryChart] = {
    def by(title: ExperimentFindings => String): Vector[(String, Vector[Result])] =
      experiments
        .map(title)
        .distinct
        .map(one => one -> experiments.filter(title(_) == one).flatMap(runs))
        .filter(_._2.nonEmpty)
    val compared = by(_.study.title)
    val all = compared.flatMap(_._2)
    val rows =
      if (all.size <= mostRows && compared.size <= mostTitles)
        all.map(run => Row(variantNote(run), run.run.variant, Vector(run)))
      else {
        val groups = if (compared.size <= mostRows) compared else by(_.study.topic.fold("Other experiments")(_.title))
        groups.map { case (title, runs) => Row(Numbers.counted(runs.size, "variant"), title, runs) }
      }
    Option.when(rows.nonEmpty)(draw(id, rows, withIntervals = rows.size == all.size))
  }

  private final case class Row(note: String, name: String, runs: Vector[Result])

  /** The newest run of each variant; a staircase has no one throughput. */
  private def runs(findings: ExperimentFindings): Vector[Result] =
    findings.shown.filter(run => predicted(run).isDefined && run.staircase.isEmpty)

  private def predicted(run: Result): Option[Double] = run.prediction.map(_.perSecond).filter(_ > 0)

  private def draw(id: String, rows: Vector[Row], withIntervals: Boolean): CategoryChart = {
    val marks =
      for { (row, n) <- rows.zipWithIndex; run <- row.runs; limit <- predicted(run) } yield Mark(n, run, limit)
    def measured(which: Result => Boolean): Vector[Point] =
      marks.filter(mark => which(mark.run)).map { mark =>
        mark.point(mark.run.total.throughput, mark.run.interval.filter(_ => withIntervals).map(i => i.low -> i.high))
      }
    val theory =
      if (withIntervals) marks.map(mark => mark.point(mark.predicted, mark.run.prediction.flatMap(_.interval)))
      else rows.indices.map(n => Point(n.toDouble, 1)).toVector
    val published = marks.flatMap(mark => mark.run.published.flatMap(_.throughput).map(mark.point(_, None)))
    val series = Vector(
      Series("predicted", Look.Theory, Drawn.Points, theory),
      Series("measured", Look.First, Drawn.Points, measured(_.sound)),
      Series("published", Look.Published, Drawn.Points, published)
    ) ++ RunSeries.unsound(measured)
    val drawn = series.map(one => one.copy(points = one.points.filter(_.y <= mostShare)))
    val shown = drawn.flatMap(_.points).map(_.y) :+ 1.0
    CategoryChart(
      id,
      "Throughput, as a share of what theory predicts (lines: intervals)",
      rows.map(row => Category(row.name, row.note)),
      Axis(
        "share of predicted, %",
        AxisScale.fromZero(shown, smallestStep = 0.25),
        share => Numbers.count(share * 100)
      ),
      drawn
    )
  }

  private final case class Mark(row: Int, run: Result, predicted: Double) {
    def point(perSecond: Double, ends: Option[(Double, Double)]): Point =
      Point(row.toDouble, perSecond / predicted, ends.map { case (low, high) => low / predicted -> high / predicted })
  }

  private def variantNote(run: Result): String = {
    val measured = s"${run.rate}, predicted ${run.predicted}"
    val published = for {
      of <- run.published; rate <- of.throughput; limit <- predicted(run) if rate > mostShare * limit
    } yield s"published ${Numbers.plain(rate)}"
    (measured +: (published.toVector ++ Badge.mark(run))).mkString(", ")
  }
}
