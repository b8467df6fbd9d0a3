package bottleneck.lab.model

/** Value of a metric, with its 95 % interval where there is one, in the metric's unit. */
final case class Estimate(value: Double, interval: Option[(Double, Double)] = None)

/** Physical quantity: its unit and number format. */
sealed abstract class Quantity(val unit: String, val write: Double => String)

object Quantity {
  case object Count extends Quantity("", Numbers.count)
  case object PerSecond extends Quantity("1/s", Numbers.rate)

  /** Milliseconds. */
  case object Time extends Quantity("ms", Numbers.millis)

  /** A part of all, in percent: 1.5 is 1.5 %. */
  case object Percent extends Quantity("%", share => Numbers.percent(share / 100))
}

/** Direction in which a metric improves. */
sealed trait Better

object Better {
  case object Higher extends Better
  case object Lower extends Better
  case object Neither extends Better
}

/** A figure of a run's requests: of all, of one request or of a group.
  *
  * @param name
  *   in expressions, JSON, CSV and the glossary
  * @param about
  *   definition, a sentence
  * @param of
  *   its value; nothing where the requests do not have it
  */
final case class Metric(name: String, quantity: Quantity, better: Better, about: String)(
    val of: Outcome => Option[Estimate]
)

/** The one registry of metrics, in the order of tables, CSV columns and JSON keys. */
object Metrics {
  import Better._
  import Quantity._

  val requests: Metric =
    Metric("requests", Count, Neither, "Responses and failures of the whole run.")(outcome =>
      exact(outcome.count.toDouble)
    )

  val ok: Metric = Metric("ok", Count, Neither, "Requests that succeeded.")(outcome => exact(outcome.ok.toDouble))

  val ko: Metric = Metric("ko", Count, Lower, "Requests that failed.")(outcome => exact(outcome.ko.toDouble))

  val failedPercent: Metric =
    Metric("ko%", Percent, Lower, "Failed requests, as a part of all.")(outcome =>
      Option.when(outcome.count > 0)(Estimate(100.0 * outcome.ko / outcome.count))
    )

  val throughput: Metric =
    Metric("throughput", PerSecond, Higher, "OK responses per second of the measured window.")(_.throughput)

  val runThroughput: Metric =
    Metric("throughput.run", PerSecond, Higher, "OK responses per second of the whole run.")(_.runThroughput)

  /** Response times, of all requests as in Gatling's own report, and of the OK ones alone. */
  val times: Vector[Metric] = Vector[(String, String, Latency => Estimate)](
    ("min", "Shortest response time.", latency => latency.min),
    ("mean", "Mean response time.", latency => latency.mean),
    ("sd", "Standard deviation of the response times.", latency => latency.sd),
    ("p50", "Median response time.", latency => latency.p50),
    ("p75", "75th percentile of the response times, by nearest rank.", latency => latency.p75),
    ("p90", "90th percentile of the response times, by nearest rank.", latency => latency.p90),
    ("p95", "95th percentile of the response times, by nearest rank.", latency => latency.p95),
    ("p99", "99th percentile of the response times, by nearest rank.", latency => latency.p99),
    ("p99.9", "99.9th percentile of the response times, by nearest rank.", latency => latency.p999),
    ("max", "Longest response time.", latency => latency.max)
  ).flatMap { case (name, about, of) =>
    Vector(
      Metric(name, Time, Lower, about)(_.latency.map(of)),
      Metric(s"$name.ok", Time, Lower, s"${about.stripSuffix(".")}, of OK responses alone.")(_.okLatency.map(of))
    )
  }

  val all: Vector[Metric] =
    Vector(requests, ok, ko, failedPercent, throughput, runThroughput) ++ times.filterNot(_.name.endsWith(".ok")) ++
      times.filter(_.name.endsWith(".ok"))

  def named(name: String): Option[Metric] = all.find(_.name == name)

  private def exact(value: Double): Option[Estimate] = Some(Estimate(value))
}
