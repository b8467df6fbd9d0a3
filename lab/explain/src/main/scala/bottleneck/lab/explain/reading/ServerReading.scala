package bottleneck.lab.explain.reading

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.Metrics
import bottleneck.lab.files.MetricsFile

/** Sums up what was sampled of the parts during `[fromMs, toMs]`, times since the epoch, over all instances of the
  * service.
  *
  * @param quietMs
  *   before and after that, nothing happened for so long: then what was sampled there covers the window wholly
  */
final class ServerReading(metrics: Metrics, fromMs: Long, toMs: Long, quietMs: Long = 0) {
  private val seconds = (toMs - fromMs) / 1000.0
  private val services = metrics.parts.filter(_.startsWith("service"))
  private val firstMs = fromMs - quietMs
  private val lastMs = toMs + quietMs
  private val rows = metrics.times.indices.filter(row => firstMs <= metrics.times(row) && metrics.times(row) <= lastMs)

  def server: Server = Server(
    ServiceUse(hikari, tomcat, jvm, handler, new ThreadsReading(metrics, services, rows).threads, cache),
    cpu,
    database,
    new ScrapesReading(metrics, services, rows).scrapes,
    network,
    new ReplicationReading(metrics, fromMs, toMs).replication(perSecond(ReplicationReading.wal)),
    scraper,
    clockStepMs
  )

  /** Range of the clock's offset over all rows, as the rows' times depend on the same clock. */
  private def clockStepMs: Option[Double] = {
    val ahead = metrics.gauge(MetricsFile.clockAhead).flatten
    Option.when(ahead.nonEmpty)(ahead.max - ahead.min)
  }

  private def hikari: Option[Hikari] = highest("hikari_active_connections").map { active =>
    Hikari(
      active,
      highest("hikari_pending_threads").getOrElse(0),
      increase("hikari_timeouts_total").getOrElse(0),
      acquireP99Ms,
      meanMs("hikari_usage"),
      highest("hikari_connections"),
      meanMs("hikari_acquire"),
      increase("hikari_acquires_total")
    )
  }

  /** The upper bound of the bucket in which the 99th percentile by nearest rank lies. */
  private def acquireP99Ms: Option[Double] = for {
    all <- increase("hikari_acquires_total").filter(_ > 0)
    (bound, _) <- buckets.find { case (_, count) => count >= 0.99 * all }
  } yield bound * 1000

  /** Upper bounds in seconds, rising, and how many acquisitions took no longer. */
  private def buckets: Vector[(Double, Double)] = {
    val bucket = s"${services.headOption.getOrElse("")}\\.hikari_acquire_le_(.+)_total".r
    for {
      bound <- metrics.columns.collect { case bucket(bound) => bound }.sortBy(_.toDouble)
      count <- increase(s"hikari_acquire_le_${bound}_total")
    } yield bound.toDouble -> count
  }

  private def tomcat: Option[Tomcat] = highest("tomcat_busy_threads").map { busy =>
    Tomcat(
      busy,
      highest("tomcat_current_threads").getOrElse(0),
      highest("tomcat_current_connections").getOrElse(0)
    )
  }

  /** A service that is too busy to answer for itself is still seen by the system. */
  private def jvm: Option[Jvm] = Some(
    Jvm(
      increase("compiler_cpu_seconds_total").map(_ / seconds),
      mean(each("jvm_gc_pause_seconds_total").flatMap(grown)).map(_ / seconds),
      highest("jvm_heap_used_bytes"),
      increase("context_switches_total").map(_ / seconds)
    )
  ).filter(_ != Jvm.unknown)

  private def handler: Option[Handler] = for {
    requests <- increase("http_requests_total")
    mean <- meanMs("http_request")
  } yield Handler(requests, mean)

  private def network: Option[Network] = for {
    backlog <- highest("backlog_connections")
    established <- highest("established_connections")
    overflows <- events("network.listen_overflows_total")
    drops <- events("network.listen_drops_total")
    retransmits <- events("network.syn_retransmits_total")
  } yield Network(
    backlog,
    established,
    overflows,
    drops,
    retransmits,
    metrics.max("network.somaxconn", fromMs, toMs)
  )

  private def cpu: Cpu = {
    val generator = perSecond("generator.cpu_seconds_total")
    val service = increase("cpu_seconds_total").map(_ / seconds)
    val database = perSecond("database.cpu_seconds_total")
    val machine = perSecond("machine.cpu_busy_seconds_total")
    val balancer = perSecond("balancer.cpu_seconds_total")
    val readers = sum(
      metrics.parts.filter(_.startsWith("reader-")).flatMap(part => perSecond(s"$part.cpu_seconds_total"))
    )
    val cache = perSecond("cache.cpu_seconds_total")
    val relay = perSecond("relay.cpu_seconds_total")
    val ours = Vector(generator, service, database, balancer, readers, cache, relay).flatten.sum
    Cpu(
      service,
      database,
      generator,
      MachineCpu(
        machine,
        perSecond("machine.cpu_steal_seconds_total"),
        machine.map(used => math.max(0, used - ours)),
        perSecond("generator.compiler_cpu_seconds_total")
      ),
      balancer,
      readers,
      cache,
      relay
    )
  }

  private def database: Option[DatabaseUse] =
    grown("database.transactions_total").map { transactions =>
      val states = Vector("active", "idle", "idle_in_transaction").map(state => s"database.${state}_connections")
      val opening = metrics.mean("database.opening_seconds", fromMs, toMs)
      DatabaseUse(highestSum(states).getOrElse(0), transactions / seconds, opening.map(_ * 1000))
    }

  private def perSecond(counter: String): Option[Double] = grown(counter).map(_ / seconds)

  private def cache: Option[CacheUse] = for {
    hits <- increase("cache_hits_total")
    misses <- increase("cache_misses_total")
  } yield CacheUse(hits, misses, Option.when(hits + misses > 0)(hits / (hits + misses)))

  /** Scraper's counts; none without one. */
  private def scraper: Option[Scraper] = for {
    ended <- increase("scrapes_total")
    answered <- increase("scrapes_answered_total")
  } yield Scraper(ended, answered, meanMs("scrape"))

  private def meanMs(timer: String): Option[Double] = for {
    total <- increase(s"${timer}_seconds_total")
    n <- increase(s"${timer}s_total")
    if n > 0
  } yield total * 1000 / n

  /** Over all instances; those that could not be asked are left out, and without any there is nothing. */
  private def increase(counter: String): Option[Double] = sum(each(counter).flatMap(grown))

  private def grown(counter: String): Option[Double] =
    if (quietMs > 0) metrics.growth(counter, firstMs, lastMs) else metrics.increase(counter, fromMs, toMs)

  /** From the last row before the window to the first after it, so that nothing of a burst at its very beginning is
    * lost; what came within a second of the window is counted too.
    */
  private def events(counter: String): Option[Double] = metrics.increase(
    counter,
    metrics.times.filter(_ <= fromMs).lastOption.getOrElse(fromMs),
    metrics.times.find(_ >= toMs).getOrElse(toMs)
  )

  private def highest(gauge: String): Option[Double] = highestSum(each(gauge))

  /** A column of each instance. */
  private def each(column: String): Vector[String] = services.map(service => s"$service.$column")

  private def sum(values: Vector[Double]): Option[Double] = Option.when(values.nonEmpty)(values.sum)

  private def mean(values: Vector[Double]): Option[Double] = sum(values).map(_ / values.size)

  /** The highest sum of the columns in a row. */
  private def highestSum(columns: Vector[String]): Option[Double] = {
    val gauges = columns.map(metrics.gauge)
    rows.flatMap(row => sum(gauges.flatMap(_(row)))).maxOption
  }
}
