package bottleneck.lab.claims.page

import bottleneck.lab.claims.page.ExampleStudies.randomLatency
import bottleneck.lab.claims.verdict.StoredResult
import bottleneck.lab.figures.record._
import bottleneck.lab.figures.series.{PartFigures, PartMetrics}
import bottleneck.lab.figures.statistics.{Interval, Window}
import bottleneck.lab.figures.target.{CpuLimits, Installed}
import bottleneck.lab.figures.theory.Limit
import bottleneck.lab.figures.{Check, Estimate, Outcome}
import java.nio.file.Path
import java.time.Instant

/** Results to show: two variants of a random latency and three of an index, and parts to make others from. */
object ExampleResults {
  val start: Instant = Instant.parse("2026-03-01T09:30:00Z")

  def latency(p50: Double, p99: Double, max: Double): Map[String, Double] = Map(
    "min" -> p50 / 4,
    "mean" -> p50 * 1.1,
    "p50" -> p50,
    "p75" -> p50 * 5 / 4,
    "p95" -> p99 * 9 / 10,
    "p99" -> p99,
    "p99.9" -> (p99 + max) / 2,
    "max" -> max
  )

  def outcome(throughput: Double, times: Map[String, Double], errors: (String, Long)*): Outcome = {
    val values = times.map { case (name, ms) => s"$name.ok" -> Estimate(ms) }
    Outcome(
      (throughput * 30).round,
      errors.map(_._2).sum,
      values.updated("throughput", Estimate(throughput)),
      errors.toMap
    )
  }

  /** A sound run of 30 s after 12 s, of an experiment without a database. */
  def result(experiment: String, variant: String, total: Outcome, minutes: Int = 0): Result = Result(
    RunDescription(
      s"${variant.toLowerCase.replaceAll("[^a-z0-9]", "")}-$minutes",
      start.plusSeconds(60L * minutes).toString,
      RunIdentity("bottleneck.example.Simulation", experiment, variant, None, "quick", Some("b61c871"), 1)
    ),
    "3.15.1",
    Host(2, 8L << 30, "Linux 6.1 amd64", "17.0.15"),
    Some(Installed("25.0.1", Vector("-Xmx512m", "-XX:+UseSerialGC"), None, Map.empty)),
    TargetDescription(
      1,
      Map("server.tomcat.threads.max" -> "200", "server.tomcat.max-connections" -> "8192"),
      Map.empty,
      CpuLimits.none
    ),
    LoadDescription(1000, 10000, 2000, 32000),
    Window(12000, 42000),
    requests = Map("GET /test" -> total),
    total = total,
    wholeRun = total,
    figures = PartFigures.of(
      PartMetrics.service -> 0.31,
      PartMetrics.generator -> 0.22,
      PartMetrics.machine -> 0.61,
      PartMetrics.stolen -> 0,
      PartMetrics.other -> 0.08
    ),
    checks = Vector(
      Check("little", passed = true, "N 1000.0 vs X·R 998.2"),
      Check("steady", passed = true, "no trend: slope 0.1 ± 0.4 per second")
    )
  )

  def predicted(result: Result, limit: Limit): Result =
    result.copy(prediction = Some(limit), efficiency = Some(result.total.throughput / limit.perSecond))

  def published(result: Result, source: String, throughput: Double, maxMs: Option[Double] = None): Result =
    result.copy(published =
      Some(PublishedFigures(PublishedSetting(source, result.run.variant), Some(throughput), maxMs = maxMs))
    )

  def identified(result: Result)(change: RunIdentity => RunIdentity): Result =
    result.copy(run = result.run.copy(identity = change(result.run.identity)))

  def within(result: Result, half: Double): Result = {
    val mean = result.total.throughput
    result.copy(interval = Some(Interval(mean, mean - half, mean + half, 30, 0.95)))
  }

  def objected(result: Result, check: String, detail: String): Result =
    result.copy(checks = result.checks :+ Check(check, passed = false, detail))

  def stored(results: Result*): Vector[StoredResult] =
    results.toVector.map(result => StoredResult(Path.of(result.run.id), result))

  /** Run of A and B by turns, with an interval of their throughputs' ratio. */
  def turns(low: Double, high: Double): TurnsResult = TurnsResult(
    "ab-1",
    randomLatency.id,
    "A",
    "B",
    "2026-03-01T09:30:00Z",
    "quick",
    cpus = 2,
    java = Some("17"),
    service = Some("a"),
    Vector(TurnsFigure(TurnsResult.throughput, 1, 1, math.sqrt(low * high), low, high)),
    Vector(Vector(2, 1))
  )

  private def instances(n: Int, variant: String, total: Outcome, half: Double, limit: Double, minutes: Int): Result = {
    val run = identified(result("random-latency", variant, total, minutes))(
      _.copy(factor = Some(Factor("instances", n.toDouble)))
    )
    predicted(within(run, half), Limit(limit, "threads", s"200 × $n / 1.025 s"))
  }

  val oneInstance: Result = published(
    instances(1, "1 instance", outcome(193.6, latency(4980, 6310, 7100)), half = 1.6, limit = 195.1, minutes = 0),
    "tuning/random-latency",
    200
  )

  val fiveInstances: Result = published(
    instances(5, "5 instances", outcome(977, latency(1030, 1985, 2040)), half = 6, limit = 975.6, minutes = 3),
    "tuning/five-instances",
    1010,
    Some(12500)
  )

  def indexed(variant: String, total: Outcome, minutes: Int): Result = {
    val plain = result("journal", variant, total, minutes)
    plain.copy(
      installed = plain.installed.map(
        _.copy(postgres = Some("18.6"), database = Map("fsync" -> "on", "shared_buffers" -> "128MB"))
      ),
      target = plain.target.copy(database = Map("index" -> variant, "max_connections" -> "25")),
      figures = plain.figures.updated(PartMetrics.poolUsed -> 16, PartMetrics.poolWaiting -> 34)
    )
  }

  val noIndex: Result = published(
    objected(
      indexed(
        "no index",
        outcome(
          65,
          latency(760, 1390, 1820),
          "Connection is not available, request timed out after 3001ms" -> 41L,
          "status.find.is(200), but actually found 503" -> 3L
        ),
        8
      ),
      "little",
      "N 50.0 vs X·R 46.1: off by 7.8 %"
    ),
    "tuning/no-index",
    3
  )
  val publishedIndex: Result = within(indexed("published index", outcome(297, latency(160, 318, 402)), 10), 4.2)
  val keysetIndex: Result = within(indexed("keyset index", outcome(2276, latency(19, 61, 188)), 12), 38)
}
