package bottleneck.lab.figures

import bottleneck.lab.figures.statistics.{SteadyState, Window}
import java.time.Instant

/** Runs made up by hand. */
object Runs {

  /** A p95 as given, with an interval if wanted; p50 is a quarter of it, p99 the double. */
  def outcome(ok: Long, ko: Long, p95: Double, interval: (Double, Double)*): Outcome = {
    val exact = Vector(3, p95 / 3, p95 / 7, p95 / 4, p95 / 2, p95 * 0.8, p95, p95 * 2, p95 * 3, 262145)
    def times(of: Vector[Metric]): Vector[(Metric, Estimate)] = of.zip(exact.map(Estimate(_)))
    val ofOk =
      (Metrics.throughput -> Estimate(ok / 64.0, Some((ok / 65.0, ok / 63.0)))) +: times(Metrics.okTimes)
    val values = times(Metrics.times) ++ ofOk.filter(_ => ok > 0) ++
      Vector(Metrics.runThroughput -> Estimate(ok / 70.0), Metrics.p95 -> Estimate(p95, interval.headOption))
    Outcome(ok, ko, values.map { case (metric, value) => metric.name -> value }.toMap)
  }

  def run(total: Outcome, requests: (String, Outcome)*): Run = Run(
    "example.Shop",
    "3.14.9",
    "binary",
    "a \"quoted\" description\nof two lines, é",
    Instant.parse("2026-01-31T12:00:00.123Z"),
    5,
    70005,
    Some(Measured(Window(5000, 65000), Some(SteadyState(-0.02, -0.05, 0.01)))),
    total,
    requests.toVector,
    Vector("Checkout" -> outcome(10, 0, 900)),
    Vector(Failure("status.find.is(200), but actually found 500", Some("status 500"), 11), Failure("?", None, 1)),
    Some(FirstFailure(77, "Checkout / GET /pay", "?")),
    40,
    Vector(Slot(0, 1000, 5, 1, 3, Vector(12, 40.5, 55)), Slot(1000, 2000, 0, 0, 3, Vector.empty)),
    Vector(0.0 -> 3.0, 50.0 -> 107.75, 100.0 -> 262145.0),
    Vector(Check("log complete", passed = true, "The log is complete."))
  )

  val shop: Run = run(
    outcome(988, 12, 431),
    "Checkout / GET /pay" -> outcome(100, 12, 250, (240, 262)),
    "GET /orders" -> outcome(881, 0, 431, (420, 440)),
    "Search / GET /pay" -> outcome(7, 0, 90),
    "GET /broken" -> outcome(0, 5, 10)
  )
}
