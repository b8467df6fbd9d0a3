package bottleneck.lab.explain.report

import bottleneck.lab.explain.stats.{Latency, Measurement, Outcome}
import bottleneck.lab.explain.theory.Prediction
import java.util.Locale

/** The end of a run on the console: a table of its requests, and the prediction beside the total. */
object Summary {

  def lines(measurement: Measurement, prediction: Option[Prediction]): Vector[String] = {
    val window = measurement.window
    val title = text("measured from %.1f s to %.1f s of the run:", window.fromMs / 1000.0, window.toMs / 1000.0)
    val requests = measurement.requests.toVector.sortBy(_._1).map { case (name, outcome) => row(name, outcome) }
    Vector(title, header) ++ requests ++ Vector(row("total", measurement.total)) ++
      prediction.map(against(_, measurement.total)) ++ errors(measurement.total)
  }

  private val header =
    text("  %-32s %10s %8s %8s %8s %8s %8s", "request", "OK/s", "failed", "p50 ms", "p95 ms", "p99 ms", "max ms")

  private def row(name: String, outcome: Outcome): String = {
    def latency(value: Latency => Long): String = outcome.latency.fold("–")(value(_).toString)
    text(
      "  %-32s %10.1f %8d %8s %8s %8s %8s",
      name,
      outcome.throughput,
      outcome.ko,
      latency(_.p50),
      latency(_.p95),
      latency(_.p99),
      latency(_.max)
    )
  }

  private def against(prediction: Prediction, total: Outcome): String = text(
    "  predicted %.1f/s, limited by %s (%s): measured / predicted = %.3f",
    prediction.perSecond,
    prediction.by,
    prediction.formula,
    total.throughput / prediction.perSecond
  )

  private def errors(total: Outcome): Vector[String] =
    total.errors.toVector.sortBy(-_._2).map { case (message, count) => s"  failed $count times: $message" }

  private def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)
}
