package bottleneck.lab.figures

/** Value of a metric, with its 95 % interval where there is one, in the metric's unit. */
final case class Estimate(value: Double, interval: Option[(Double, Double)] = None)

/** Physical quantity: its unit and number format. */
sealed abstract class Quantity(val unit: String, val write: Double => String)

object Quantity {
  case object Count extends Quantity("", Numbers.count)
  case object PerSecond extends Quantity("1/s", Numbers.rate)

  /** Milliseconds, which are written to 100 s. */
  case object Time extends Quantity("ms", ms => if (ms < 99999.5) Numbers.inMillis(ms) else Numbers.millis(ms))

  /** A part of all, in percent: 1.5 is 1.5 %. */
  case object Percent extends Quantity("%", Numbers.inPercent)
}

/** Direction in which a metric improves. */
sealed trait Better

object Better {
  case object Higher extends Better
  case object Lower extends Better
  case object Neither extends Better
}

/** A figure of a run's requests: of all, of one request or of a group, where they have it. Its name is that in
  * expressions, JSON, CSV and the glossary; `about` defines it in a sentence. A `percentile` is of response times,
  * which are whole milliseconds.
  */
final case class Metric(
    name: String,
    quantity: Quantity,
    better: Better,
    about: String,
    percentile: Option[Double] = None
)(val of: Outcome => Option[Estimate])

/** The one registry of metrics, in the order of tables, CSV columns and JSON keys. */
object Metrics {
  import Better._
  import Quantity._

  val requests: Metric = count("requests", Neither, "Responses and failures of the whole run.")(_.count)
  val ok: Metric = count("ok", Neither, "Requests that succeeded.")(_.ok)
  val ko: Metric = count("ko", Lower, "Requests that failed.")(_.ko)

  val failedPercent: Metric =
    Metric("ko%", Percent, Lower, "Failed requests, as a part of all.")(outcome =>
      Option.when(outcome.count > 0)(Estimate(100.0 * outcome.ko / outcome.count))
    )

  val throughput: Metric = rate("throughput", "OK responses per second of the measured window.")

  val runThroughput: Metric = rate("throughput.run", "OK responses per second of the whole run.")

  val mean: Metric = time("mean", "Mean response time.")
  val sd: Metric = time("sd", "Standard deviation of the response times.")
  val p50: Metric = ranked("p50", 50, "Median response time.")
  val p75: Metric = percentile(75)
  val p95: Metric = percentile(95)
  val p99: Metric = percentile(99)
  val max: Metric = ranked("max", 100, "Longest response time.")

  /** Response times of all requests, as in Gatling's own report; percentiles rise. */
  val times: Vector[Metric] = Vector(ranked("min", 0, "Shortest response time."), mean, sd) ++
    Vector(p50, p75, percentile(90), p95, p99, percentile(99.9), max)

  /** The same of the OK requests alone: what criteria and pages of replays mean by the name of one of [[times]]. */
  val okTimes: Vector[Metric] = times.map(ofOk)

  /** The same of failed requests: known of a replay alone. */
  val koTimes: Vector[Metric] = times.map(ofFailed)

  def ofOk(of: Metric): Metric = time(s"${of.name}.ok", s"${of.about.init}, of OK responses alone.", of.percentile)

  def ofFailed(of: Metric): Metric =
    time(s"${of.name}.ko", s"${of.about.init}, of failed requests alone.", of.percentile)

  val reported: Vector[Metric] = Vector(p50, p75, p95, p99).map(of =>
    time(s"${of.name}.gatling", s"The ${of.name} in Gatling's own report beside the log.", of.percentile)
  )

  /** Those in [[Outcome.values]]. */
  val values: Vector[Metric] = Vector(throughput, runThroughput) ++ times ++ okTimes ++ reported

  val all: Vector[Metric] = Vector(requests, ok, ko, failedPercent) ++ values

  /** Those that charts show over a run's time. */
  val overTime: Vector[Metric] = Vector(p50, p95, p99)

  def named(name: String): Option[Metric] = all.find(_.name == name)

  private def count(name: String, better: Better, about: String)(of: Outcome => Long): Metric =
    Metric(name, Count, better, about)(outcome => Some(Estimate(of(outcome).toDouble)))

  private def rate(name: String, about: String): Metric = Metric(name, PerSecond, Higher, about)(_.values.get(name))

  private def time(name: String, about: String, percentile: Option[Double] = None): Metric =
    Metric(name, Time, Lower, about, percentile)(_.values.get(name))

  private def ranked(name: String, percentile: Double, about: String): Metric =
    time(name, about, Some(percentile))

  private def percentile(of: Double): Metric = {
    val number = Numbers.count(of)
    ranked(s"p$number", of, s"${number}th percentile of the response times, by nearest rank.")
  }
}
