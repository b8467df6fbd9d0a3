package bottleneck.lab.explain.result

import bottleneck.lab.explain.series.Metrics

/** Sums up what was sampled of the parts during `[fromMs, toMs]`, times since the epoch, over all instances of the
  * service.
  */
final class ServerReading(metrics: Metrics, fromMs: Long, toMs: Long) {
  private val seconds = (toMs - fromMs) / 1000.0
  private val services = metrics.parts.filter(_.startsWith("service"))

  def server: Server = Server(hikari, tomcat, jvm, cpu, database)

  private def hikari: Option[Hikari] = highest("hikari_active_connections").map { active =>
    Hikari(
      active,
      highest("hikari_pending_threads").getOrElse(0),
      increase("hikari_timeouts_total").getOrElse(0),
      acquireP99Ms,
      ratio("hikari_usage_seconds_total", "hikari_usages_total").map(_ * 1000)
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

  private def jvm: Option[Jvm] = highest("jvm_heap_used_bytes").map { heap =>
    Jvm(
      increase("compiler_cpu_seconds_total").map(_ / seconds),
      increase("jvm_gc_pause_seconds_total").getOrElse(0.0) / seconds / services.size,
      heap
    )
  }

  private def cpu: Cpu = {
    val generator = cores("generator.cpu_seconds_total")
    val service = increase("cpu_seconds_total").map(_ / seconds)
    val database = cores("database.cpu_seconds_total")
    val machine = cores("machine.cpu_busy_seconds_total")
    val ours = Vector(generator, service, database).flatten.sum
    Cpu(
      service,
      database,
      generator,
      machine,
      cores("machine.cpu_steal_seconds_total"),
      machine.map(used => math.max(0, used - ours))
    )
  }

  private def database: Option[DatabaseUse] =
    metrics.increase("database.transactions_total", fromMs, toMs).map { transactions =>
      val states = Vector("active", "idle", "idle_in_transaction").map(state => s"database.${state}_connections")
      DatabaseUse(highestSum(states).getOrElse(0), transactions / seconds)
    }

  private def cores(counter: String): Option[Double] = metrics.increase(counter, fromMs, toMs).map(_ / seconds)

  private def ratio(sum: String, count: String): Option[Double] =
    for { total <- increase(sum); n <- increase(count) if n > 0 } yield total / n

  /** Over all instances; those that could not be asked are left out, and without any there is nothing. */
  private def increase(counter: String): Option[Double] =
    Some(services.flatMap(service => metrics.increase(s"$service.$counter", fromMs, toMs)))
      .filter(_.nonEmpty)
      .map(_.sum)

  private def highest(gauge: String): Option[Double] = highestSum(services.map(service => s"$service.$gauge"))

  /** The highest sum of the columns in a row. */
  private def highestSum(columns: Vector[String]): Option[Double] = {
    val gauges = columns.map(metrics.gauge)
    metrics.times.indices
      .filter(row => fromMs <= metrics.times(row) && metrics.times(row) <= toMs)
      .flatMap(row => Some(gauges.flatMap(_(row))).filter(_.nonEmpty).map(_.sum))
      .maxOption
  }
}
