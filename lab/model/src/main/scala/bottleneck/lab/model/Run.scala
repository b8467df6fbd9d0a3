package bottleneck.lab.model

import bottleneck.lab.statistics.{SteadyState, Window}
import java.time.Instant

/** Requests of one name and group path, of a group, or of the whole run. Its `values` are by the name of a metric, but
  * for counts; response times are exact milliseconds, with intervals from slices of the measured window.
  */
final case class Outcome(ok: Long, ko: Long, values: Map[String, Estimate]) {
  def count: Long = ok + ko
}

/** Failures with the same message. `kind` is known for the messages of Gatling, Netty and the JDK. */
final case class Failure(message: String, kind: Option[String], count: Long)

/** First failure of a run, in ms since its start: path of its request, empty where none could be built, its message,
  * and how many users of the first scenario there were when it was written.
  */
final case class FirstFailure(atMs: Int, request: String, message: String, users: Int)

/** The measured window, without arrival and drain of the users, in ms since the run's start; requests belong to it by
  * their end. `steady` is the drift of its throughput, where it has ten seconds or more.
  */
final case class Measured(window: Window, steady: Option[SteadyState])

/** A part of a run's time: greatest number of users, and [[Metrics.overTime]] of what ends in it, if any, in ms. */
final case class Slot(fromMs: Int, toMs: Int, ok: Long, ko: Long, users: Int, percentiles: Vector[Double])

/** A finding about the log or the run that a reader must know before the figures, as a sentence. */
final case class Check(name: String, passed: Boolean, sentence: String)

/** Figures of a run, from its log or from its JSON, which gives back what comparisons need. Requests are by group path
  * and name, joined by [[Run.separator]], in the order of their first record, and groups by their path; the response
  * time of a group is the sum of its requests', as in Gatling's own report.
  */
final case class Run(
    simulation: String,
    gatling: String, // version that the log names
    format: String, // of the log, such as `text 3.4–3.12`
    description: String,
    start: Instant,
    firstMs: Int, // first start, in ms since `start`, and last end: the span of Gatling's own report
    lastMs: Int,
    measured: Option[Measured], // none where no window is free of arrival and drain
    total: Outcome,
    requests: Vector[(String, Outcome)],
    groups: Vector[(String, Outcome)],
    failures: Vector[Failure],
    firstFailure: Option[FirstFailure],
    users: Int,
    slots: Vector[Slot],
    curve: Vector[(Double, Double)], // (percentile, ms) of all requests, for a chart
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
