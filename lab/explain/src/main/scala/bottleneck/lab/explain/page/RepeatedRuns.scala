package bottleneck.lab.explain.page

import bottleneck.lab.chart.{Axes, AxisScale, Chart, Drawn, Look, Point, Series}
import bottleneck.lab.model.Numbers
import bottleneck.lab.page.PageParts
import bottleneck.lab.statistics.Interval
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.{StoredResult, Variant}
import scalatags.Text.all._

/** Spread of repeated runs of a variant; empty where each variant ran once. */
private[page] object RepeatedRuns {
  def of(variants: Vector[Variant], links: Links): Vector[Frag] = {
    val repeated = variants.filter(_.runs.size > 1)
    if (repeated.isEmpty) Vector.empty
    else
      Vector(
        PageParts.table("spread", columns.header, repeated.map(spread)),
        div(cls := "charts")(repeated.zipWithIndex.map { case (variant, n) => trend(variant, n).draw }),
        tag("details")(
          tag("summary")("All runs"),
          PageParts.table("all runs", ofRuns.header, repeated.flatMap(_.runs).map(run(_, links)))
        )
      )
  }

  private val columns =
    Columns.plain("variant", "runs", "of them counted", "lowest", "highest", "mean, 95 % interval")

  private def spread(variant: Variant): Frag = {
    val rates = variant.counted.map(_.total.throughput)
    val numbers = Vector(
      Some(variant.runs.size.toString),
      Some(rates.size.toString),
      rates.minOption.map(Numbers.rate),
      rates.maxOption.map(Numbers.rate),
      Interval.of(rates).map(Numbers.interval)
    )
    columns.row("", th(attr("scope") := "row", cls := "text")(variant.name), numbers.map(Columns.number(_)))
  }

  private def trend(variant: Variant, n: Int): Chart = {
    val dated = for { run <- variant.runs.map(_.result); at <- run.run.started } yield at.getEpochSecond.toDouble -> run
    def points(which: Result => Boolean): Vector[Point] =
      dated.collect { case (at, result) if which(result) => RunSeries.throughput(at, result) }
    Chart(
      s"trend-$n",
      s"Runs of ${variant.name}",
      Axes.time("start of the run", AxisScale.time(dated.map(_._1))) ->
        Axes.plain(
          "responses per second",
          AxisScale.fromZero(
            dated.map(_._2).flatMap(of => of.total.throughput +: of.interval.map(_.high).toVector)
          )
        ),
      Series("measured", Look.First, Drawn.Points, points(_.sound)) +: RunSeries.unsound(points)
    )
  }

  private val ofRuns = Columns.plain("variant", "started", "responses", "p99", "state", "Gatling's report")

  private def run(stored: StoredResult, links: Links): Frag = {
    val result = stored.result
    val numbers = Vector(
      Some(Numbers.minute(result.run.startedAt)),
      Some(result.rate),
      result.total.latencyMs.map(latency => Numbers.millis(latency.p99))
    )
    val report = links.gatling(stored).fold[Frag](Numbers.none)(link => a(href := link)(result.run.id))
    ofRuns.row(
      Badge.row(result).getOrElse(""),
      th(attr("scope") := "row", cls := "text")(result.run.variant),
      numbers.map(Columns.number(_)) :+ td(cls := "text")(Badge.of(result), Badge.objections(result)) :+
        td(cls := "text")(report)
    )
  }
}
