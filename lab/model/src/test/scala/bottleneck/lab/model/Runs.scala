package bottleneck.lab.model

import bottleneck.lab.statistics.{SteadyState, Window}
import java.time.Instant

/** Runs made up by hand. */
object Runs {

  /** A p95 as given, with an interval if wanted; p50 is a quarter of it, p99 the double. */
  def outcome(ok: Long, ko: Long, p95: Double, interval: (Double, Double)*): Outcome = {
    val exact = Vector(3, p95 / 3, p95 / 7, p95 / 4, p95 / 2, p95 * 0.8, p95, p95 * 2, p95 * 3, 262145).map(Estimate(_))
    val times =
      Latency(exact(0), exact(1), exact(2), exact(3), exact(4), exact(5), exact(6), exact(7), exact(8), exact(9))
        .copy(p95 = Estimate(p95, interval.headOption))
    Outcome(
      ok,
      ko,
      Some(times),
      Option.when(ok > 0)(times),
      Option.when(ko > 0)(times.copy(max = Estimate(60000))),
      Option.when(ok > 0)(Estimate(ok / 64.0, Some((ok / 65.0, ok / 63.0)))),
      Some(Estimate(ok / 70.0))
    )
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
    Vector(Slot(0, 1000, 5, 1, 3, Some((12, 40.5, 55))), Slot(1000, 2000, 0, 0, 3, None)),
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
