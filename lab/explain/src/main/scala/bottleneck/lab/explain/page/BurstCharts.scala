package bottleneck.lab.explain.page

import bottleneck.lab.explain.chart._
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.Variant
import scalatags.Text.all._

/** How the requests of bursts were answered one after the other, four variants to a chart; nothing without bursts. */
private[page] object BurstCharts {
  private val looks = Vector(Look.First, Look.Second, Look.Third, Look.Fourth)

  def of(variants: Vector[Variant]): Vector[Frag] = {
    val bursts = variants.map(_.shown).filter(_.measured.byLoad.burst.exists(_.answeredByMs.nonEmpty))
    val all = bursts.flatMap(points)
    val x = Axes.plain("requests answered", AxisScale.fromZero(all.map(_.x), smallestStep = 1))
    val y = Axes.plain("seconds since all were sent", AxisScale.fromZero(all.map(_.y)))
    bursts.grouped(looks.size).toVector.zipWithIndex.map { case (group, n) =>
      val series =
        group.zip(looks).map { case (run, look) => Series(Badge.named(run), look, Drawn.Joined, points(run)) }
      Chart(s"burst-$n", "Answers to a burst", x -> y, series).draw
    }
  }

  private def points(run: Result): Vector[Point] = run.measured.byLoad.burst.toVector.flatMap { burst =>
    val tenths = burst.answeredByMs
    tenths.zipWithIndex.map { case (ms, n) => Point(math.ceil(run.total.ok * (n + 1) / 10.0), ms / 1000.0) }
  }
}
