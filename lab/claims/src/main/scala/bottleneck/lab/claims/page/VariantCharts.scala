package bottleneck.lab.claims.page

import bottleneck.lab.claims.verdict.{Evidence, Study, Variant}
import bottleneck.lab.figures.reading.{LevelReading, StaircaseReading}
import bottleneck.lab.figures.record.Result
import bottleneck.lab.figures.series.PartMetrics
import bottleneck.lab.figures.{Latency, Numbers}
import bottleneck.lab.report.chart._

/** The newest runs by what the variants differ in: over its numbers, or by name where it has none or where they repeat.
  */
private[page] final class FactorCharts(variants: Vector[Variant], factor: String, id: String = "factor") {
  private val results = variants.map(_.shown)
  private val numbers = results.flatMap(_.run.factor.map(_.value))
  private val isNumeric = numbers.size > 1 && numbers.distinct.size == results.size
  private val at: Map[Result, Double] = results.zip(if (isNumeric) numbers else results.indices.map(_.toDouble)).toMap

  def charts: Vector[Drawing] =
    if (results.isEmpty) Vector.empty
    else
      Vector(throughput, latency) ++ Option.when(results.exists(_.figures(PartMetrics.poolWaiting).isDefined))(waiting)

  private def throughput: Drawing =
    drawn("throughput", "Throughput", RunSeries.perSecond, _.rate)(
      Series(
        "predicted",
        Look.Theory,
        if (isNumeric) Drawn.Line() else Drawn.Points,
        points(_.prediction.map(_.perSecond))
      ),
      Series("measured", Look.First, if (isNumeric) Drawn.Points else Drawn.Bars, measured(_.sound)),
      Series("published", Look.Published, Drawn.Points, points(_.published.flatMap(_.throughput)))
    )(RunSeries.unsound(measured))

  private def latency: Drawing =
    drawn("latency", "Response time", Axes.times, result => s"p99 ${result.latency(_.p99)}")(
      Series("p50", Look.Second, joined, percentile(_.sound, _.p50)),
      Series("p99", Look.First, joined, percentile(_.sound, _.p99)),
      Series("published p99", Look.Published, Drawn.Points, points(_.published.flatMap(_.p99Ms)))
    )(RunSeries.unsound(percentile(_, _.p99), "p99, "))

  private def waiting: Drawing = {
    def most(result: Result): Option[Double] = result.figures(PartMetrics.poolWaiting)
    val axis = Axes.fromZero("waiting for a connection, at most", smallestStep = 1)
    drawn("waiting", "Requests waiting", axis, most(_).fold(Numbers.none)(Numbers.count))(
      Series("measured", Look.First, if (isNumeric) Drawn.Joined else Drawn.Bars, points(_.sound, most)),
      Series("published", Look.Published, Drawn.Points, points(_.published.flatMap(_.pending)))
    )(RunSeries.unsound(points(_, most)))
  }

  private def joined: Drawn = if (isNumeric) Drawn.Joined else Drawn.Points

  private def drawn(name: String, title: String, axis: Vector[Double] => Axis, note: Result => String)(
      series: Series*
  )(unsound: Vector[Series]): Drawing = {
    val all = series.toVector ++ unsound
    val (own, y) = (s"$id-$name", axis(Series.values(all)))
    if (isNumeric) Chart(own, s"$title by $factor", Axes.fromZero(factor, smallestStep = 1)(numbers) -> y, all)
    else CategoryChart(own, s"$title by variant", results.map(category(_, note)), y, all)
  }

  private def category(result: Result, note: Result => String): Category =
    Category(result.run.variant, (Badge.mark(result).toVector :+ note(result)).mkString(": "))

  private def points(value: Result => Option[Double]): Vector[Point] =
    results.flatMap(result => value(result).map(Point(at(result), _)))

  private def points(include: Result => Boolean, value: Result => Option[Double]): Vector[Point] =
    points(result => value(result).filter(_ => include(result)))

  private def measured(include: Result => Boolean): Vector[Point] =
    results.filter(include).map(result => RunSeries.throughput(at(result), result))

  private def percentile(include: Result => Boolean, of: Latency => Double): Vector[Point] =
    points(include, _.total.latencyMs.map(of))
}

private[page] object FactorCharts {

  /** The chart that answers most studies; none of staircases, whose throughput is that of many levels. */
  def throughput(study: Study, evidence: Evidence): Option[Drawing] = {
    val variants = evidence.variants.filter(_.shown.staircase.isEmpty)
    Option.when(variants.nonEmpty)(new FactorCharts(variants, study.factor, study.id).throughput)
  }
}

/** What all charts of runs have in common. */
private[page] object RunSeries {

  /** In this order, for as many runs as one chart can tell apart. */
  val looks: Vector[Look] = Vector(Look.First, Look.Second, Look.Third, Look.Fourth)

  def throughput(at: Double, run: Result): Point =
    Point(at, run.total.throughput, run.interval.map(interval => interval.low -> interval.high))

  val perSecond: Vector[Double] => Axis = Axes.fromZero("responses per second")

  def unsound(points: (Result => Boolean) => Vector[Point], what: String = ""): Vector[Series] = Vector(
    Series(s"${what}disturbed run", Look.Disturbed, Drawn.Points, points(_.isDisturbed)),
    Series(s"${what}invalid run", Look.Invalid, Drawn.Points, points(!_.valid))
  )
}

/** Charts of the answers to a burst over time, four variants each; none without bursts. */
private[page] object BurstCharts {
  def of(variants: Vector[Variant]): Vector[Drawing] = {
    val bursts = variants.map(_.shown).filter(_.burst.exists(_.answeredByMs.nonEmpty))
    val all = bursts.flatMap(points)
    val x = Axes.fromZero("requests answered", smallestStep = 1)(all.map(_.x))
    val y = Axes.fromZero("seconds since all were sent")(all.map(_.y))
    bursts.grouped(RunSeries.looks.size).toVector.zipWithIndex.map { case (group, n) =>
      val series =
        group.zip(RunSeries.looks).map { case (run, look) => Series(Badge.named(run), look, Drawn.Joined, points(run)) }
      Chart(s"burst-$n", "Answers to a burst", x -> y, series)
    }
  }

  private def points(run: Result): Vector[Point] = run.burst.toVector.flatMap { burst =>
    val tenths = burst.answeredByMs
    tenths.zipWithIndex.map { case (ms, n) => Point(math.ceil(run.total.ok * (n + 1) / 10.0), ms / 1000.0) }
  }
}

/** Throughput and response time over the users of load staircases, four variants to a pair of charts; nothing without
  * staircases.
  */
private[page] object StaircaseCharts {
  def of(variants: Vector[Variant]): Vector[Drawing] = {
    val runs = for {
      variant <- variants; reading <- variant.shown.staircase
    } yield variant.shown -> reading
    runs.grouped(RunSeries.looks.size).toVector.zipWithIndex.flatMap { case (group, n) =>
      // levels mostly double
      val x = Axes.plain("users", AxisScale.logarithmic(group.flatMap(_._2.levels).map(_.users.toDouble)))
      throughput(s"staircase-throughput-$n", x, group) ++ latency(s"staircase-latency-$n", x, group)
    }
  }

  private type Climbed = (Result, StaircaseReading)

  private def throughput(id: String, x: Axis, runs: Vector[Climbed]): Option[Drawing] = {
    def value(level: LevelReading): Option[Double] = Some(level.throughput)
    val series = joined(runs)(value) :+ marked("saturation", runs)(_.saturation)(value)
    Chart.of(id, "Throughput by users", x, Axes.fromZero("OK responses per second"))(series: _*)
  }

  private def latency(id: String, x: Axis, runs: Vector[Climbed]): Option[Drawing] = {
    def value(level: LevelReading): Option[Double] = level.p95Ms.map(_.toDouble)
    val slos = runs.map(_._2.slo.p95Ms).distinct.map { ms =>
      Series(s"SLO, ${Numbers.millis(ms)}", Look.Theory, Drawn.Line(), x.scale.ticks.map(Point(_, ms)))
    }
    val series = joined(runs)(value) ++ slos :+ marked("sustained", runs)(_.sustained)(value)
    Chart.of(id, "95 % of response times by users", x, Axes.times)(series: _*)
  }

  private def joined(runs: Vector[Climbed])(value: LevelReading => Option[Double]): Vector[Series] =
    runs.zip(RunSeries.looks).map { case ((run, reading), look) =>
      Series(Badge.named(run), look, Drawn.Joined, reading.levels.flatMap(point(_, value)))
    }

  private def marked(name: String, runs: Vector[Climbed])(level: StaircaseReading => Option[LevelReading])(
      value: LevelReading => Option[Double]
  ): Series = Series(name, Look.Knee, Drawn.Points, runs.flatMap(run => level(run._2)).flatMap(point(_, value)))

  private def point(level: LevelReading, value: LevelReading => Option[Double]): Option[Point] =
    value(level).map(Point(level.users.toDouble, _))
}

/** Throughput over a factor whose numbers are there once for each of a few series, such as kinds of work: of sound
  * runs, as the chart by variant marks the others. Nothing where there are no series.
  */
private[page] object SeriesCharts {
  def of(variants: Vector[Variant], factor: String): Vector[Drawing] = {
    val runs = for {
      run <- variants.map(_.shown)
      if run.sound
      by <- run.run.factor
      name <- by.series
    } yield (name, by.value, run)
    val names = runs.map(_._1).distinct
    if (names.size < 2 || names.size > RunSeries.looks.size) Vector.empty else chart(runs, names, factor).toVector
  }

  private def chart(runs: Vector[(String, Double, Result)], names: Vector[String], factor: String): Option[Drawing] = {
    val series = names.zip(RunSeries.looks).map { case (name, look) =>
      val points = runs.collect { case (`name`, at, run) => RunSeries.throughput(at, run) }
      Series(name, look, Drawn.Joined, points.sortBy(_.x))
    }
    val predicted = for { (_, at, run) <- runs; limit <- run.prediction } yield Point(at, limit.perSecond)
    val all = series :+ Series("predicted", Look.Theory, Drawn.Points, predicted)
    val x = Axes.fromZero(factor)(runs.map(_._2))
    Chart.of("series-throughput", s"Throughput by $factor", x, RunSeries.perSecond)(all: _*)
  }
}
