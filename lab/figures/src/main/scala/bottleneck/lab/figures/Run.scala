package bottleneck.lab.figures

import bottleneck.lab.figures.statistics.{ExactCounts, SteadyState, Window}
import java.time.Instant
import upickle.implicits.{flatten, key, serializeDefaults}

/** Requests of one name and group path, of a group, or of all. Its `values` are by the name of a metric, but for
  * counts; response times are exact milliseconds, with intervals from slices of the measured window. `errors` counts
  * failures by message, where that was asked for.
  */
final case class Outcome(ok: Long, ko: Long, values: Map[String, Estimate], errors: Map[String, Long] = Map.empty) {
  def count: Long = ok + ko

  /** Share of the requests that failed, 0 to 1; 0 where none ended. */
  def failed: Double = ko.toDouble / math.max(1, count)

  /** OK responses per second of the window; 0 where none is known. */
  def throughput: Double = values.get(Metrics.throughput.name).fold(0.0)(_.value)

  /** Response times of OK requests and of failed ones; none without any. */
  def latencyMs: Option[Latency] = Latency.of(this, ".ok")
  def failedLatencyMs: Option[Latency] = Latency.of(this, ".ko")
}

object Outcome {

  /** What ended in so many seconds, without intervals. */
  private[lab] def of(tally: Tally, seconds: Double, errors: Map[String, Long]): Outcome = {
    val times = exact(Metrics.okTimes, tally.ok) ++ exact(Metrics.koTimes, tally.ko)
    val values = (Metrics.throughput -> tally.ok.count / seconds) +: times
    Outcome(
      tally.ok.count,
      tally.ko.count,
      values.map { case (metric, value) => metric.name -> Estimate(value) }.toMap,
      errors
    )
  }

  /** @param metrics of response times in the order of the registry */
  private def exact(metrics: Vector[Metric], counts: ExactCounts): Vector[(Metric, Double)] =
    if (counts.count == 0) Vector.empty
    else {
      val (ranked, others) = metrics.partition(_.percentile.isDefined)
      ranked.zip(counts.percentiles(ranked.flatMap(_.percentile)).map(_.toDouble)) ++
        others.zip(Vector(counts.mean, counts.sd))
    }
}

/** Response times in milliseconds, percentiles by nearest rank. */
final case class Latency(
    min: Double,
    mean: Double,
    p50: Double,
    p75: Double,
    p95: Double,
    p99: Double,
    p999: Double,
    max: Double
)

object Latency {
  private[lab] def of(outcome: Outcome, suffix: String): Option[Latency] = {
    val found = Vector("min", "mean", "p50", "p75", "p95", "p99", "p99.9", "max")
      .flatMap(name => outcome.values.get(name + suffix).map(_.value))
    found match {
      case Vector(min, mean, p50, p75, p95, p99, p999, max) =>
        Some(Latency(min, mean, p50, p75, p95, p99, p999, max))
      case _ => None
    }
  }
}

/** Failures with the same message. `kind` is known for the messages of Gatling, Netty and the JDK. */
final case class Failure(message: String, kind: Option[String], count: Long)

/** First failure of a run, in ms since its start: path of its request, its message and, of a replay, how many users of
  * the first scenario there were when it was written. Both texts are empty in early records, the path also where no
  * request could be built.
  */
final case class FirstFailure(atMs: Int, request: String, message: String, users: Option[Int] = None)

/** The measured window, without arrival and drain of the users, in ms since the run's start; requests belong to it by
  * their end. `steady` is the drift of its throughput, where it has ten seconds or more.
  */
@serializeDefaults(true)
final case class Measured(@flatten window: Window, steady: Option[SteadyState] = None)

/** A part of a run's time: greatest number of users, and [[Metrics.overTime]] of what ends in it, if any, in ms. */
final case class Slot(fromMs: Int, toMs: Int, ok: Long, ko: Long, users: Int, percentiles: Vector[Double])

/** A finding about the log or the run that a reader must know before the figures, with its numbers in a sentence:
  * `passed` unless it fails, `undecided` where the run cannot tell. `size` is the largest relative error of the
  * measurement for this reason, to either side, if known.
  */
final case class Check(
    name: String,
    passed: Boolean,
    sentence: String,
    undecided: Boolean = false,
    size: Option[Double] = None
) {

  /** Whether the condition holds; none where the run cannot decide. */
  def holds: Option[Boolean] = Option.unless(passed && undecided)(passed)
}

object Check {
  def undecided(name: String, sentence: String, size: Option[Double] = None): Check =
    Check(name, passed = true, sentence, undecided = true, size)
}

/** Figures of a run, from its log or from its JSON; a replay's has no more than its window. Requests are by group path
  * and name, joined by [[Run.separator]], in the order of their first record, and groups by their path; the response
  * time of a group is the sum of its requests', as in Gatling's own report.
  */
@serializeDefaults(true)
final case class Run(
    simulation: String,
    gatling: String, // version that the log names
    format: String = "", // of the log, such as `text 3.4–3.12`
    description: String = "",
    start: Instant,
    firstMs: Int = 0, // first start, in ms since `start`, and last end: the span of Gatling's own report
    lastMs: Int = 0,
    @key("window") measured: Option[Measured], // none where no window is free of arrival and drain
    total: Outcome,
    requests: Vector[(String, Outcome)],
    groups: Vector[(String, Outcome)] = Vector.empty,
    @key("errors") failures: Vector[Failure] = Vector.empty,
    firstFailure: Option[FirstFailure] = None,
    users: Int = 0,
    slots: Vector[Slot] = Vector.empty,
    curve: Vector[(Double, Double)] = Vector.empty, // (percentile, ms) of all requests, for a chart
    checks: Vector[Check]
) {

  /** Outcome of a request or group by its full path, or by its name alone where only one has it. */
  def outcome(name: String): Option[Outcome] = {
    val all = requests ++ groups
    all.collectFirst { case (`name`, outcome) => outcome }.orElse {
      all.filter(_._1.endsWith(Run.separator + name)) match {
        case Vector((_, outcome)) => Some(outcome)
        case _ => None
      }
    }
  }
}

object Run {
  val separator = " / "

  def path(parts: Vector[String]): String = parts.mkString(separator)
}
