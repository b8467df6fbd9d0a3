package bottleneck.lab.explain.published

import upickle.implicits.flatten

/** Published figures of a variant, the middle of a range: the most requests that waited for a connection (`pending`),
  * failed requests, queries/s, USD per hour, and users who arrive at once.
  */
final case class PublishedFigures(
    @flatten setting: PublishedSetting,
    throughput: Option[Double] = None,
    p99Ms: Option[Double] = None,
    maxMs: Option[Double] = None,
    meanMs: Option[Double] = None,
    pending: Option[Double] = None,
    errors: Option[Double] = None,
    databaseQueries: Option[Double] = None,
    price: Option[Double] = None,
    users: Option[Double] = None
)

/** A published figure in the unit of `metric`, of a `variant` such as `10 connections`, or of the claim as a whole
  * where that is empty; `high` is `low` for a point, and none where the source gives only a lower bound.
  */
final case class PublishedFigure(
    source: String,
    variant: String,
    metric: PublishedMetric,
    low: BigDecimal,
    high: Option[BigDecimal]
) {

  /** Between its ends; the lower bound where that is all there is. */
  def middle: BigDecimal = high.fold(low)(end => (low + end) / 2)
}

/** The kind of a published figure, by the name and in the only unit that data/published.csv may give it. */
final case class PublishedMetric private (name: String, unit: String)

object PublishedMetric {
  val Throughput: PublishedMetric = PublishedMetric("throughput", "requests/s")
  val LatencyMean: PublishedMetric = PublishedMetric("latency_mean", "ms")
  val LatencyP99: PublishedMetric = PublishedMetric("latency_p99", "ms")
  val LatencyMax: PublishedMetric = PublishedMetric("latency_max", "ms")
  val Errors: PublishedMetric = PublishedMetric("errors", "requests")
  val Pending: PublishedMetric = PublishedMetric("pending", "requests")
  val DatabaseQueries: PublishedMetric = PublishedMetric("database_queries", "queries/s")
  val Price: PublishedMetric = PublishedMetric("price", "USD/h")
  val Users: PublishedMetric = PublishedMetric("users", "users")

  private val others: Vector[PublishedMetric] = in("requests/s")("target_throughput") ++
    in("ms")("latency_typical", "acquire_p99", "first_failure", "gap", "delay", "service_time", "duration") ++
    in("ms")("acquire_timeout", "client_timeout", "server_timeout") ++
    in("requests")("requests", "answered", "connected", "queued", "refused") ++
    in("%")("cpu_service", "cpu_database", "throughput_gain", "latency_gain") ++
    in("users/s")("arrival_rate") ++
    in("connections")("connections", "connections_idle", "connections_used", "database_connections") ++
    in("connections")("server_connections", "accept_count") ++
    in("ratio")("connection_share") ++
    in("threads")("threads", "threads_spare", "threads_runnable") ++
    in("instances")("instances") ++
    in("cores")("cores") ++
    in("GiB")("memory") ++
    in("rows")("rows") ++
    in("additions")("additions")

  val all: Vector[PublishedMetric] =
    Vector(Throughput, LatencyMean, LatencyP99, LatencyMax, Errors, Pending, DatabaseQueries, Price, Users) ++ others

  private val byName = all.map(metric => metric.name -> metric).toMap

  def named(name: String): Option[PublishedMetric] = byName.get(name)

  private def in(unit: String)(names: String*): Vector[PublishedMetric] = names.map(PublishedMetric(_, unit)).toVector
}

/** Key of a variant's figures in data/published.csv. */
final case class PublishedSetting(source: String, variant: String)
