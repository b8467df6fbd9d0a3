package bottleneck.lab.command

import bottleneck.lab.figures.{Failure, Metrics, Numbers, Run, Slot}
import bottleneck.lab.report.chart._
import bottleneck.lab.report._
import scala.math.BigDecimal.RoundingMode
import scalatags.Text.all._

/** The page of a run, with its log: figures first, then what they are made of. */
private[command] final class RunPage(run: Run, expectations: Expectations, source: String) {
  private val sentences = new RunSentences(run)
  private val rate = RequestTable.rate(run)

  def render: String = Page(
    sentences.simulation,
    Page.lead(
      (Vector(sentences.volume) ++ sentences.rate ++ sentences.times
        .map("Response times: " + _)).map(_ + ".").mkString(" ")
    ),
    Vector(
      Section.cautions(sentences.objections.map(_.sentence)),
      Section("expectations", "Expectations", expected),
      Section("charts", "Charts", Note(shaded), Charts(RunCharts.of(run))),
      Section("requests", "Requests", RequestTable.of(run, withReport = true).as("requests"), Note(reading)),
      Section(
        "errors",
        "Errors",
        errors.as("errors"),
        Note(sentences.firstFailure.fold("")(text => s"${text.capitalize}."))
      ),
      Section("making", "How the numbers are made", Paragraphs(making)),
      Section("conditions", "Conditions", Table.properties(conditions).as("conditions"))
    )
  ).html

  private def shaded: String =
    if (run.measured.isEmpty) "There is no measured window to shade."
    else "Shaded: the measured window, without the users' arrival and drain."

  private def expected: Part = Items(
    expectations.all.map { one =>
      val details = Items(one.lines.tail.map(frag(_))).html
      frag(Page.badge(one.sign.css, one.sign.symbol, one.sign.word), s" ${one.lines.head}", details)
    },
    "checks"
  )

  private def reading: String =
    "Response times are of all requests of the run, OK and failed; those of a group are the sums of its requests', as in " +
      s"Gatling's own report. ${rate.name}: ${rate.about}"

  private def errors: Table[Failure] = {
    val all = run.failures.map(_.count).sum
    Table(
      Vector(
        Column.text[Failure]("message")(failure => RunSentences.message(failure.message)),
        Column.text[Failure]("kind")(_.kind.getOrElse("not known")),
        Column.number[Failure]("count")(failure => Numbers.count(failure.count)),
        // a request that could not be built is a failure, but no request
        Column.number[Failure]("of all failures")(failure => Numbers.inPercent(100.0 * failure.count / all))
      ),
      run.failures
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

  private def conditions: Vector[(String, String)] = Vector(
    "simulation" -> run.simulation,
    "description" -> run.description.trim,
    "started" -> Numbers.at("uuuu-MM-dd HH:mm:ss 'UTC'", run.start),
    "Gatling" -> run.gatling,
    "format of the log" -> run.format,
    "log" -> source
  ) ++ run.checks.filter(_.passed).map(check => check.name -> check.sentence)
}

/** A run over its time, with the measured window shaded, and the distribution of its response times. */
private object RunCharts {

  def of(run: Run): Vector[Drawing] = Vector(
    overTime(run, "times", "Response times of all requests", latency)(
      Metrics.overTime.zip(Vector(Look.Second, Look.Third, Look.First)).zipWithIndex.map { case ((metric, look), n) =>
        (metric.name, look, (slot: Slot) => slot.percentiles.lift(n))
      }: _*
    ),
    overTime(run, "throughput", "Responses", Axes.fromZero("per second"))(
      ("OK", Look.First, slot => Some(perSecond(slot, slot.ok))),
      ("failed", Look.Second, slot => Option.when(run.total.ko > 0)(perSecond(slot, slot.ko)))
    ),
    overTime(run, "users", "Active users", Axes.fromZero("users", smallestStep = 1))(
      ("users", Look.First, slot => Some(slot.users.toDouble))
    ),
    curve(run)
  ).flatten

  private def overTime(run: Run, id: String, title: String, y: Vector[Double] => Axis)(
      lines: (String, Look, Slot => Option[Double])*
  ): Option[Drawing] = {
    val widest = run.slots.map(slot => slot.toMs - slot.fromMs).maxOption.getOrElse(0) / 1000.0
    val series = lines.map { case (name, look, value) =>
      val points = run.slots.flatMap(slot => value(slot).map(Point((slot.fromMs + slot.toMs) / 2000.0, _)))
      // slots without a value break the line
      Series(name, look, Drawn.Line(gap = 1.5 * widest), points)
    }
    val x = Axes.plain("seconds of the run", AxisScale.until(run.slots.lastOption.fold(1.0)(_.toMs / 1000.0)))
    val window = run.measured.map(measured => (measured.window.fromMs / 1000.0, measured.window.toMs / 1000.0))
    Chart.of(id, title, x, y)(series: _*).map(_.copy(shaded = window))
  }

  /** Percentiles by their distance from 100 %, so that 90, 99 and 99.9 % are equally far apart. */
  private def curve(run: Run): Option[Drawing] = {
    val points = run.curve.collect { case (percent, ms) if percent < 100 => Point(100 / (100 - percent), ms) }
    val x = Axis(
      "percentile of the requests",
      AxisScale.logarithmic(points.map(_.x)),
      distance => digits((100 - BigDecimal(100 / distance)).setScale(3, RoundingMode.HALF_UP))
    )
    val series = Series("all requests", Look.First, Drawn.Line(), points)
    Chart.of("curve", "Distribution of the response times", x, latency)(series).filter(_ => points.size > 1)
  }

  private def perSecond(slot: Slot, count: Long): Double = 1000.0 * count / (slot.toMs - slot.fromMs)

  private def latency(values: Vector[Double]): Axis =
    Axes.latency(AxisScale.spreading(values), seconds => digits(BigDecimal(seconds)))

  private def digits(number: BigDecimal): String = number.bigDecimal.stripTrailingZeros.toPlainString
}
