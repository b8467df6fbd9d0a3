package bottleneck.lab.explain.page

import bottleneck.lab.statistics.{Interval, Window}
import bottleneck.lab.explain.published._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.{PartFigures, PartMetrics}
import bottleneck.lab.explain.statistics.{Latency, Outcome}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.CpuLimits
import java.time.Instant

/** Results to show: two variants of a random latency and three of an index, and parts to make others from. */
object ExampleResults {
  val start: Instant = Instant.parse("2026-03-01T09:30:00Z")

  def latency(p50: Long, p99: Long, max: Long): Latency =
    Latency(p50 / 4, p50 * 1.1, p50, p50 * 5 / 4, p99 * 9 / 10, p99, (p99 + max) / 2, max)

  def outcome(throughput: Double, times: Latency, errors: (String, Long)*): Outcome =
    Outcome((throughput * 30).round, errors.map(_._2).sum, throughput, Some(times), errors.toMap)

  /** A sound run of 30 s after 12 s, of an experiment without a database. */
  def result(experiment: String, variant: String, total: Outcome, minutes: Int = 0): Result = Result(
    RunDescription(
      s"${variant.toLowerCase.replaceAll("[^a-z0-9]", "")}-$minutes",
      start.plusSeconds(60L * minutes).toString,
      RunIdentity("bottleneck.example.Simulation", experiment, variant, None, "quick", Some("b61c871"), 1)
    ),
    Machine(2, 8L << 30, "Linux 6.1 amd64", "17.0.15", Some("25.0.1"), "3.15.1", None),
    TargetDescription(
      1,
      Map("server.tomcat.threads.max" -> "200", "server.tomcat.max-connections" -> "8192"),
      Vector("-Xmx512m", "-XX:+UseSerialGC"),
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
    validity = Vector(
      Check("little", ok = true, "N 1000.0 vs X·R 998.2"),
      Check("steady", ok = true, "no trend: slope 0.1 ± 0.4 per second")
    )
  )

  def predicted(result: Result, limit: Prediction): Result =
    result.copy(prediction = Some(limit), efficiency = Some(result.total.throughput / limit.perSecond))

  def published(result: Result, source: String, throughput: Double, maxMs: Option[Double] = None): Result =
    result.copy(published =
      Some(PublishedFigures(PublishedSetting(source, result.run.variant), Some(throughput), maxMs = maxMs))
    )

  def numbered(result: Result, name: String, value: Double): Result =
    result.copy(run = result.run.copy(identity = result.run.identity.copy(factor = Some(Factor(name, value)))))

  def within(result: Result, half: Double): Result = {
    val mean = result.total.throughput
    result.copy(interval = Some(Interval(mean, mean - half, mean + half, 30, 0.95)))
  }

  def objected(result: Result, check: String, detail: String): Result =
    result.copy(validity = result.validity :+ Check(check, ok = false, detail))

  /** Result with the metrics of connections and threads. */
  def connected(result: Result, handlerMs: Double): Result = {
    val told =
      Map("busy" -> 200.0, "threads" -> 210.0, "accepted" -> 940.0, "compilers.service" -> 0.02, "gc%" -> 0.4) ++
        Map("heap" -> 9e7, "switches.rate" -> 4321.5, "handled" -> (result.total.ok + 12.4), "handler" -> handlerMs) ++
        Map("runnable" -> (6 -> 14), "blocked" -> (0 -> 2), "waiting" -> (31 -> 190), "timed" -> (12 -> 12)).flatMap {
          case (state, (least, most)) => Map(s"$state.least" -> least.toDouble, s"$state.most" -> most.toDouble)
        } ++ Map("backlog" -> 60.0, "established" -> 1000.0, "overflows" -> 3.0, "dropped" -> 17.0, "resent" -> 21.0) +
        ("somaxconn" -> 4096.0)
    result.copy(figures = PartFigures(result.figures.values ++ told))
  }

  val oneInstance: Result = published(
    predicted(
      within(
        numbered(result("random-latency", "1 instance", outcome(193.6, latency(4980, 6310, 7100))), "instances", 1),
        1.6
      ),
      Prediction(195.1, "threads", "200 × 1 / 1.025 s")
    ),
    "tuning/random-latency",
    200
  )

  val fiveInstances: Result = published(
    predicted(
      within(
        numbered(
          connected(result("random-latency", "5 instances", outcome(977, latency(1030, 1985, 2040)), 3), 1024.6),
          "instances",
          5
        ),
        6
      ),
      Prediction(975.6, "threads", "200 × 5 / 1.025 s")
    ),
    "tuning/five-instances",
    1010,
    Some(12500)
  )

  def indexed(variant: String, total: Outcome, minutes: Int): Result = {
    val plain = result("journal", variant, total, minutes)
    plain.copy(
      machine = plain.machine.copy(
        postgres = Some("18.6"),
        database = Map("fsync" -> "on", "shared_buffers" -> "128MB")
      ),
      target = plain.target.copy(database = Map("index" -> variant, "max_connections" -> "25")),
      figures = PartFigures(
        Map("pool.used" -> 16.0, "pool.waiting" -> 34.0, "pool.timeouts" -> 0.0, "wait.p99" -> 840.0, "held" -> 12.1) ++
          Map("cpu.service" -> 0.62, "cpu.database" -> 1.04, "cpu.generator" -> 0.18) ++
          Map("cpu.machine" -> 1.91, "cpu.stolen" -> 0.0, "cpu.other" -> 0.05)
      )
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
  val keysetIndex: Result =
    within(connected(indexed("keyset index", outcome(2276, latency(19, 61, 188)), 12), 11.25), 38)
}
