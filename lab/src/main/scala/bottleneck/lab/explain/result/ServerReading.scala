package bottleneck.lab.explain.result

import bottleneck.lab.explain.series.Metrics

/** Sums up what was sampled of the parts during `[fromMs, toMs]`, times since the epoch, over all instances of the
  * service.
  */
final class ServerReading(metrics: Metrics, fromMs: Long, toMs: Long) {
  private val seconds = (toMs - fromMs) / 1000.0
  private val services = metrics.parts.filter(_.startsWith("service"))
  private val rows = metrics.times.indices.filter(row => fromMs <= metrics.times(row) && metrics.times(row) <= toMs)

  def server: Server = Server(hikari, tomcat, jvm, cpu, database, scrapes)

  private def hikari: Option[Hikari] = highest("hikari_active_connections").map { active =>
    Hikari(
      active,
      highest("hikari_pending_threads").getOrElse(0),
      increase("hikari_timeouts_total").getOrElse(0),
      acquireP99Ms,
      meanMs("hikari_usage"),
      highest("hikari_connections"),
      meanMs("hikari_acquire")
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
      val opening = metrics.mean("database.opening_seconds", fromMs, toMs)
      DatabaseUse(highestSum(states).getOrElse(0), transactions / seconds, opening.map(_ * 1000))
    }

  private def cores(counter: String): Option[Double] = metrics.increase(counter, fromMs, toMs).map(_ / seconds)

  /** Rows of the window in which an instance's own endpoint told anything: its processes are read without it. */
  private def scrapes: Option[Scrapes] = {
    val instances = services.map(service => metrics.columns.filter(isTold(service, _))).filter(_.nonEmpty)
    val answers = for { columns <- instances; row <- rows if columns.exists(metrics.gauge(_)(row).isDefined) } yield row
    Option.when(instances.nonEmpty)(Scrapes(instances.size.toDouble * rows.size, answers.size.toDouble))
  }

  private def isTold(service: String, column: String): Boolean =
    Vector("hikari_", "tomcat_", "jvm_").exists(what => column.startsWith(s"$service.$what"))

  private def meanMs(timer: String): Option[Double] = for {
    total <- increase(s"${timer}_seconds_total")
    n <- increase(s"${timer}s_total")
    if n > 0
  } yield total * 1000 / n

  /** Over all instances; those that could not be asked are left out, and without any there is nothing. */
  private def increase(counter: String): Option[Double] = sum(each(counter).flatMap(metrics.increase(_, fromMs, toMs)))

  private def highest(gauge: String): Option[Double] = highestSum(each(gauge))

  /** A column of each instance. */
  private def each(column: String): Vector[String] = services.map(service => s"$service.$column")

  private def sum(values: Vector[Double]): Option[Double] = Option.when(values.nonEmpty)(values.sum)

  /** The highest sum of the columns in a row. */
  private def highestSum(columns: Vector[String]): Option[Double] = {
    val gauges = columns.map(metrics.gauge)
    rows.flatMap(row => sum(gauges.flatMap(_(row)))).maxOption
  }
}
