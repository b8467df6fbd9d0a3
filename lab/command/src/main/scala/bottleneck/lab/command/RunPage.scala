package bottleneck.lab.command

import bottleneck.lab.chart.{Axes, Axis, AxisScale, Chart, Drawn, Look, Point, Series}
import bottleneck.lab.model.{Column, Failure, Metrics, Numbers, RequestTable, Run, Slot, Table}
import bottleneck.lab.page.PageParts
import scala.math.BigDecimal.RoundingMode
import scalatags.Text.all._

/** The page of a run, with its log: figures first, then what they are made of. It has no script and no inline style. */
private[command] final class RunPage(run: Run, expectations: Expectations, source: String) {
  private val sentences = new RunSentences(run)
  private val rate = RequestTable.rate(run)

  def render: String = PageParts.frame(
    s"${sentences.simulation} · Bottleneck",
    frag(
      header(
        h1(sentences.simulation),
        p(cls := "lead")(
          s"${sentences.volume}. ",
          sentences.rate.map(rate => s"$rate. "),
          sentences.times.map(times => s"Response times: $times.")
        )
      ),
      PageParts.objections(sentences.objections.map(_.sentence)),
      PageParts.part("expectations", "Expectations", expected),
      PageParts.part("charts", "Charts", Vector(shaded, div(cls := "charts")(RunCharts.of(run)))),
      PageParts.part(
        "requests",
        "Requests",
        Vector(RequestTable.of(run, withReport = true).html("requests"), p(cls := "note")(reading))
      ),
      PageParts.part("errors", "Errors", errors),
      PageParts.part("making", "How the numbers are made", making.map(p(_))),
      PageParts.part("conditions", "Conditions", Vector(conditions))
    )
  )

  private def shaded: Frag =
    p(cls := "note")(
      if (run.measured.isEmpty) "There is no measured window to shade."
      else "Shaded: the measured window, without the users' arrival and drain."
    )

  private def expected: Vector[Frag] =
    if (expectations.all.isEmpty) Vector.empty
    else
      Vector(ul(cls := "checks")(expectations.all.map { one =>
        val details = Option.when(one.lines.size > 1)(ul(one.lines.tail.map(li(_))))
        li(PageParts.badge(one.sign.css, one.sign.symbol, one.sign.word), s" ${one.lines.head}", details)
      }))

  private def reading: String =
    "Response times are of all requests of the run, OK and failed; those of a group are the sums of its requests', as in " +
      s"Gatling's own report. ${rate.name}: ${rate.about}"

  private def errors: Vector[Frag] =
    if (run.failures.isEmpty) Vector.empty
    else {
      val columns = Vector(
        Column.text[Failure]("message")(failure => RunSentences.message(failure.message)),
        Column.text[Failure]("kind")(_.kind.getOrElse("not known")),
        Column.number[Failure]("count")(failure => Numbers.count(failure.count)),
        // a request that could not be built is a failure, but no request
        Column.number[Failure]("of all failures")(failure =>
          Numbers.inPercent(100.0 * failure.count / run.failures.map(_.count).sum)
        )
      )
      Vector(
        Table(columns, run.failures).html("errors"),
        p(cls := "note")(sentences.firstFailure.map(text => s"${text.capitalize}."))
      )
    }

  private def making: Vector[String] = Vector(
    "Every figure is computed from the records of the log: counts, shortest, longest and mean response times, and " +
      "percentiles are exact; percentiles over time are right to 0.8 %. A percentile is the shortest response time that so many per cent of the requests do not " +
      "exceed (nearest rank).",
    "A request belongs to the second in which it ends.",
    "The measured window is the time in which the number of active users stays at one level, found in the log. It leaves " +
      "out their arrival and the drain, in which a service answers less than it can.",
    "An interval (±) holds the true mean of runs like this one 95 times of 100, as far as the " +
      "parts of the window tell: ten for a throughput, 10 to 19 for a response time. It does not contain what differs between runs, such as the speed of the machine.",
    "Gatling's own report estimates percentiles since 3.13 (gatling/gatling#4715): where it lies beside the log, its " +
      "percentiles stand beside the exact ones, and were compared with them."
  )

  private def conditions: Frag = {
    val rows = Vector(
      "simulation" -> run.simulation,
      "description" -> run.description.trim,
      "started" -> Numbers.at("uuuu-MM-dd HH:mm:ss 'UTC'", run.start),
      "Gatling" -> run.gatling,
      "format of the log" -> run.format,
      "log" -> source
    ) ++ run.checks.filter(_.passed).map(check => check.name -> check.sentence)
    PageParts.table(
      "conditions",
      frag(),
      rows.filter(_._2.nonEmpty).map { case (name, value) => tr(th(attr("scope") := "row")(name), td(value)) },
      css = "conditions"
    )
  }
}

/** A run over its time, with the measured window shaded, and the distribution of its response times. */
private object RunCharts {

  def of(run: Run): Vector[Frag] = Vector(
    overTime(run, "times", "Response times of all requests", latency)(
      Metrics.overTime.zip(Vector(Look.Second, Look.Third, Look.First)).zipWithIndex.map { case ((metric, look), n) =>
        (metric.name, look, (slot: Slot) => slot.percentiles.lift(n))
      }: _*
    ),
    overTime(run, "throughput", "Responses", values => Axes.plain("per second", AxisScale.fromZero(values)))(
      ("OK", Look.First, slot => Some(perSecond(slot, slot.ok))),
      ("failed", Look.Second, slot => Option.when(run.total.ko > 0)(perSecond(slot, slot.ko)))
    ),
    overTime(run, "users", "Active users", values => Axes.plain("users", AxisScale.fromZero(values, smallestStep = 1)))(
      ("users", Look.First, slot => Some(slot.users.toDouble))
    ),
    curve(run)
  ).flatten

  private def overTime(run: Run, id: String, title: String, y: Vector[Double] => Axis)(
      lines: (String, Look, Slot => Option[Double])*
  ): Option[Frag] = {
    val widest = run.slots.map(slot => slot.toMs - slot.fromMs).maxOption.getOrElse(0) / 1000.0
    val series = lines.toVector.map { case (name, look, value) =>
      val points = run.slots.flatMap(slot => value(slot).map(Point((slot.fromMs + slot.toMs) / 2000.0, _)))
      // slots without a value break the line
      Series(name, look, Drawn.Line(gap = 1.5 * widest), points)
    }
    val x = Axes.plain("seconds of the run", AxisScale.until(run.slots.lastOption.fold(1.0)(_.toMs / 1000.0)))
    val window = run.measured.map(measured => (measured.window.fromMs / 1000.0, measured.window.toMs / 1000.0))
    Option.when(series.exists(_.points.nonEmpty))(
      Chart(id, title, x -> y(series.flatMap(_.points).map(_.y)), series, window).draw
    )
  }

  /** Percentiles by their distance from 100 %, so that 90, 99 and 99.9 % are equally far apart. */
  private def curve(run: Run): Option[Frag] = {
    val points = run.curve.collect { case (percent, ms) if percent < 100 => Point(100 / (100 - percent), ms) }
    val x = Axis(
      "percentile of the requests",
      AxisScale.logarithmic(points.map(_.x)),
      distance => digits((100 - BigDecimal(100 / distance)).setScale(3, RoundingMode.HALF_UP))
    )
    Option.when(points.size > 1)(
      Chart(
        "curve",
        "Distribution of the response times",
        x -> latency(points.map(_.y)),
        Vector(Series("all requests", Look.First, Drawn.Line(), points))
      ).draw
    )
  }

  private def perSecond(slot: Slot, count: Long): Double = 1000.0 * count / (slot.toMs - slot.fromMs)

  private def latency(values: Vector[Double]): Axis =
    Axes.latency(AxisScale.spreading(values), seconds => digits(BigDecimal(seconds)))

  private def digits(number: BigDecimal): String = number.bigDecimal.stripTrailingZeros.toPlainString
}
