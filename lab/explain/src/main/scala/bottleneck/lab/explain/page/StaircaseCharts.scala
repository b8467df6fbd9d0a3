package bottleneck.lab.explain.page

import bottleneck.lab.explain.chart._
import bottleneck.lab.explain.record.{Result, StaircaseReading}
import bottleneck.lab.explain.statistics.LevelReading
import bottleneck.lab.explain.verdict.Variant
import scalatags.Text.all._

/** Throughput and response time over the users of load staircases, four variants to a pair of charts; nothing without
  * staircases.
  */
private[page] object StaircaseCharts {
  private val looks = Vector(Look.First, Look.Second, Look.Third, Look.Fourth)

  def of(variants: Vector[Variant]): Vector[Frag] = {
    val runs = for {
      variant <- variants; reading <- variant.shown.measured.byLoad.staircase
    } yield variant.shown -> reading
    runs.grouped(looks.size).toVector.zipWithIndex.flatMap { case (group, n) =>
      val x = users(group)
      Vector(throughput(s"staircase-throughput-$n", x, group), latency(s"staircase-latency-$n", x, group))
    }
  }

  private type Climbed = (Result, StaircaseReading)

  /** Levels mostly double. */
  private def users(runs: Vector[Climbed]): Axis =
    Axes.plain("users", AxisScale.logarithmic(runs.flatMap(_._2.levels).map(_.users.toDouble)))

  private def throughput(id: String, x: Axis, runs: Vector[Climbed]): Frag = {
    def value(level: LevelReading): Option[Double] = Some(level.throughput)
    val series = joined(runs)(value) :+ marked("saturation", runs)(_.saturation)(value)
    val y = Axes.plain("OK responses per second", AxisScale.fromZero(values(series)))
    Chart(id, "Throughput by users", x -> y, series).draw
  }

  private def latency(id: String, x: Axis, runs: Vector[Climbed]): Frag = {
    def value(level: LevelReading): Option[Double] = level.p95Ms.map(_.toDouble)
    val slos = runs.map(_._2.slo.p95Ms).distinct.map { ms =>
      Series(s"SLO, ${Numbers.millis(ms)}", Look.Theory, Drawn.Line(), x.scale.ticks.map(Point(_, ms)))
    }
    val series = joined(runs)(value) ++ slos :+ marked("sustained", runs)(_.sustained)(value)
    Chart(id, "95 % of response times by users", x -> Axes.latency(AxisScale.spreading(values(series))), series).draw
  }

  private def joined(runs: Vector[Climbed])(value: LevelReading => Option[Double]): Vector[Series] =
    runs.zip(looks).map { case ((run, reading), look) =>
      Series(Badge.named(run), look, Drawn.Joined, reading.levels.flatMap(point(_, value)))
    }

  private def marked(name: String, runs: Vector[Climbed])(level: StaircaseReading => Option[LevelReading])(
      value: LevelReading => Option[Double]
  ): Series =
    Series(name, Look.Knee, Drawn.Points, runs.flatMap(run => level(run._2)).flatMap(point(_, value)))

  private def point(level: LevelReading, value: LevelReading => Option[Double]): Option[Point] =
    value(level).map(Point(level.users.toDouble, _))

  private def values(series: Vector[Series]): Vector[Double] = series.flatMap(_.points).map(_.y)
}
