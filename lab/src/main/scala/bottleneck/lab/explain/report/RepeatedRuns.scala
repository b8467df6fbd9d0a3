package bottleneck.lab.explain.report

import bottleneck.lab.explain.report.chart._
import bottleneck.lab.explain.result.{Result, StoredResult, Variant}
import bottleneck.lab.explain.stats.Interval
import bottleneck.lab.files.SpeedWork
import java.time.Instant
import scala.util.Try
import scalatags.Text.all._

/** How far the runs of a variant differ from each other: nothing where each variant ran once. */
private[report] object RepeatedRuns {

  def of(variants: Vector[Variant], links: Links): Vector[Frag] = {
    val repeated = variants.filter(_.runs.size > 1)
    if (repeated.isEmpty) Vector.empty
    else
      Vector(
        Page.table("spread", "numbers", header, repeated.map(spread)),
        div(cls := "charts")(repeated.zipWithIndex.map { case (variant, n) => trend(variant, n).draw }),
        tag("details")(
          tag("summary")("All runs"),
          Page.table("all runs", "numbers", runHeader, repeated.flatMap(runs(_, links)))
        )
      )
  }

  private val header: Frag = tr(
    th(cls := "text")("variant"),
    Vector("runs", "of them sound", "lowest", "highest", "mean, 95 % interval").map(th(_))
  )

  /** Of the sound runs only. */
  private def spread(variant: Variant): Frag = {
    val rates = variant.sound.map(_.total.throughput)
    def number(value: Option[String]): Frag = td(value.getOrElse[String](Numbers.none))
    tr(
      th(attr("scope") := "row", cls := "text")(variant.name),
      td(variant.runs.size),
      td(rates.size),
      number(rates.minOption.map(Numbers.rate)),
      number(rates.maxOption.map(Numbers.rate)),
      number(Interval.of(rates).map(Numbers.interval))
    )
  }

  private def trend(variant: Variant, n: Int): Chart = {
    val dated = variant.runs.map(_.result).flatMap(result => started(result).map(_ -> result))
    def points(which: Result => Boolean): Vector[Point] =
      dated.collect { case (at, result) if which(result) => point(at, result) }
    Chart(
      s"trend-$n",
      s"Runs of ${variant.name}",
      Axes.time("start of the run", Scale.time(dated.map(_._1))) ->
        Axes.plain("responses per second", Scale.fromZero(dated.map(_._2.total.throughput) ++ limits(dated.map(_._2)))),
      Vector(
        Series("measured", Look.First, Drawn.Points, points(_.sound)),
        Series("disturbed run", Look.Disturbed, Drawn.Points, points(_.isDisturbed)),
        Series("invalid run", Look.Invalid, Drawn.Points, points(!_.valid))
      )
    )
  }

  private def point(at: Double, result: Result): Point =
    Point(at, result.total.throughput, result.interval.map(interval => interval.low -> interval.high))

  private def limits(results: Vector[Result]): Vector[Double] = results.flatMap(_.interval.map(_.high))

  private def started(result: Result): Option[Double] =
    Try(Instant.parse(result.run.startedAt)).toOption.map(_.getEpochSecond.toDouble)

  private val runHeader: Frag = tr(
    th(cls := "text")("variant"),
    th(cls := "text")("started"),
    th("responses"),
    th("p99"),
    SpeedWork.all.map(work => th(s"machine's ${SpeedNotes.name(work)}")),
    th(cls := "text")("run"),
    th(cls := "text")("Gatling's report")
  )

  private def runs(variant: Variant, links: Links): Vector[Frag] = variant.runs.map(run(_, links))

  private def run(stored: StoredResult, links: Links): Frag = {
    val result = stored.result
    tr(cls := Badge.row(result).getOrElse(""))(
      th(attr("scope") := "row", cls := "text")(result.run.variant),
      td(cls := "text")(Numbers.minute(result.run.startedAt)),
      td(Numbers.rate(result.total.throughput)),
      td(result.total.latencyMs.fold(Numbers.none)(latency => Numbers.millis(latency.p99.toDouble))),
      SpeedWork.all.map(work => td(result.machine.speed.flatMap(_.of(work)).fold(Numbers.none)(SpeedNotes.part))),
      td(cls := "text")(Badge.of(result), Badge.objections(result)),
      td(cls := "text")(links.gatling(stored).fold[Frag](Numbers.none)(link => a(href := link)(result.run.id)))
    )
  }
}
