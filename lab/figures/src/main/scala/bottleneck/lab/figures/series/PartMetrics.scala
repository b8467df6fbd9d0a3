package bottleneck.lab.figures.series

import bottleneck.lab.figures.Quantity
import bottleneck.lab.figures.files.MetricsFile
import bottleneck.lab.figures.preparation.Slice

/** A figure that is sampled of the parts of a run; `byMachine` where it is a time that is shorter on a faster machine.
  * None where a part did not report it or did not exist.
  */
final case class PartMetric(name: String, quantity: Quantity, about: String, byMachine: Boolean)(
    val read: Samples => Option[Double]
)

/** Values of [[PartMetrics]] in a window, by name. */
final case class PartFigures(values: Map[String, Double]) {
  def apply(metric: PartMetric): Option[Double] = values.get(metric.name)

  /** CPU use of the parts that a request uses, in cores, by name. */
  def cores: Vector[(String, Double)] = PartMetrics.parts.flatMap { case (part, metric) =>
    apply(metric).filter(_ > 0).map(part -> _)
  }

  def updated(changes: (PartMetric, Double)*): PartFigures =
    PartFigures(values ++ changes.map { case (metric, value) => metric.name -> value })
}

object PartFigures {
  val none: PartFigures = PartFigures(Map.empty)

  def of(values: (PartMetric, Double)*): PartFigures = none.updated(values: _*)
}

/** The one registry of what is sampled in a window, by subject: of all instances of the service together. */
object PartMetrics {
  import Quantity._

  val service: PartMetric = cores("cpu.service", "the service used")(_.perSecond("service", "cpu_seconds_total"))
  val database: PartMetric = cores("cpu.database", "the database used")(_.perSecond("database.cpu_seconds_total"))
  val generator: PartMetric = cores("cpu.generator", "Gatling used")(_.perSecond("generator.cpu_seconds_total"))
  val balancer: PartMetric = cores("cpu.balancer", "the load balancer used")(_.perSecond("balancer.cpu_seconds_total"))
  val replicas: PartMetric =
    cores("cpu.readers", "all replicas used, to read and to replay")(_.perSecond("reader-", "cpu_seconds_total"))
  val redis: PartMetric = cores("cpu.cache", "Redis used")(_.perSecond("cache.cpu_seconds_total"))
  val relay: PartMetric =
    cores("cpu.relay", "what stands for the network in front of the database used")(
      _.perSecond("relay.cpu_seconds_total")
    )
  val machine: PartMetric =
    metric("cpu.machine", Count, "cores in use, by whatever")(_.perSecond("machine.cpu_busy_seconds_total"))
  val stolen: PartMetric = cores("cpu.stolen", "the hypervisor took")(_.perSecond("machine.cpu_steal_seconds_total"))
  val other: PartMetric = cores("cpu.other", "processes that are not of the run used")(samples =>
    machine.read(samples).map(used => math.max(0, used - parts.flatMap(_._2.read(samples)).sum))
  )
  val compilers: PartMetric = cores("compilers.service", "the compilers of the service's JVMs used")(
    _.perSecond("service", "compiler_cpu_seconds_total")
  )
  val generatorCompilers: PartMetric =
    cores("compilers.generator", "the compilers of Gatling's JVM used, a part of cpu.generator")(
      _.perSecond("generator.compiler_cpu_seconds_total")
    )
  val gc: PartMetric = metric("gc%", Percent, "part of the time in which the service's JVMs paused for their GC")(
    _.meanPerSecond("jvm_gc_pause_seconds_total").map(100 * _)
  )
  val heap: PartMetric = highest("heap", "bytes of the service's heaps in use")("jvm_heap_used_bytes")
  val switches: PartMetric = metric("switches.rate", PerSecond, "context switches of the service per second")(
    _.perSecond("service", "context_switches_total")
  )

  /** Parts that a request uses. */
  private[series] def parts: Vector[(String, PartMetric)] = Vector(
    "service" -> service,
    "database" -> database,
    "readers" -> replicas,
    "relay" -> relay,
    "load balancer" -> balancer,
    "cache" -> redis,
    "generator" -> generator
  )

  val cpu: Vector[PartMetric] = parts.map(_._2) ++
    Vector(machine, stolen, other, compilers, generatorCompilers, gc, heap, switches)

  /** What the parts used in the full slices of a run, which were read at their ends. */
  def ofSlices(slices: Vector[Slice]): Vector[(PartMetric, Double)] = {
    val seconds = slices.map(_.seconds).sum
    def mean(of: Slice => Option[Double]): Option[Double] =
      Option.when(slices.nonEmpty && slices.forall(of(_).isDefined)) {
        slices.flatMap(slice => of(slice).map(_ * slice.seconds)).sum / seconds
      }
    Vector(
      service -> mean(_.all("service")),
      database -> mean(_.all("database")),
      generator -> mean(_.all("generator")),
      compilers -> mean(slice => slice.all("service").map(_ - slice.own("service").getOrElse(0.0))),
      generatorCompilers -> mean(slice => slice.all("generator").map(_ - slice.own("generator").getOrElse(0.0))),
      machine -> mean(_.busy),
      stolen -> mean(_.stolen),
      other -> mean(slice => slice.busy.map(busy => math.max(0, busy - slice.cpu.values.sum)))
    ).collect { case (metric, Some(cores)) => metric -> cores }
  }

  val poolUsed: PartMetric = highest("pool.used", "connections in use")("hikari_active_connections")
  val poolWaiting: PartMetric =
    highest("pool.waiting", "threads that waited for a connection")("hikari_pending_threads")
  val held: PartMetric = time("held", "mean time that a connection was held")(_.meanMs("hikari_usage"))
  val acquired: PartMetric =
    metric("acquired", Count, "connections that requests took, each for a transaction")(
      _.increase("hikari_acquires_total")
    )

  val pools: Vector[PartMetric] = Vector(
    highest("pool.size", "connections that existed")("hikari_connections"),
    poolUsed,
    poolWaiting,
    metric("pool.timeouts", Count, "threads that got no connection in time")(_.increase("hikari_timeouts_total")),
    time("wait", "mean time until a request got a connection, or none")(_.meanMs("hikari_acquire")),
    time("wait.p99", "99th percentile of that, at most")(_.percentileMs("hikari_acquire", 0.99)),
    held,
    acquired,
    metric("opening", Time, "time that a pool took to open its connections")(
      _.mean("database.opening_seconds").map(_ * 1000)
    ),
    metric("database.connections", Count, "most connections of the service to the primary, by its own count")(
      _.highestSum(Vector("active", "idle", "idle_in_transaction").map(state => s"database.${state}_connections"))
    ),
    metric("transactions", PerSecond, "transactions of the primary per second")(
      _.perSecond("database.transactions_total")
    )
  )

  val handler: PartMetric = time("handler", "mean time inside the handler")(_.meanMs("http_request"))

  val connections: Vector[PartMetric] = Vector(
    highest("accepted", "connections that Tomcat had accepted")("tomcat_current_connections"),
    highest("busy", "request threads at work")("tomcat_busy_threads"),
    highest("threads", "request threads that existed")("tomcat_current_threads"),
    highest("backlog", "connections in the listen queue: made by the kernel, not accepted yet")("backlog_connections"),
    highest("established", "connections that were established")("established_connections"),
    metric("overflows", Count, "what came to a full listen queue, of the whole machine or container")(
      _.events("network.listen_overflows_total")
    ),
    metric("dropped", Count, "packets of handshakes that a listen queue of the machine or container dropped")(
      _.events("network.listen_drops_total")
    ),
    metric("resent", Count, "first packets of handshakes that the machine or container sent again")(
      _.events("network.syn_retransmits_total")
    ),
    metric("somaxconn", Count, "longest listen queue of the kernel")(_.max("network.somaxconn")),
    handler,
    metric("handled", Count, "requests that the service finished")(_.increase("http_requests_total").filter(_ > 0))
  )

  val cache: Vector[PartMetric] = Vector(
    metric("hits", Count, "lookups that found their entry in the cache")(_.increase("cache_hits_total")),
    metric("misses", Count, "lookups that did not, such as of a request that waits while another reads")(
      _.increase("cache_misses_total")
    )
  )

  val replication: Vector[PartMetric] = Vector(
    metric("readers", Count, "replicas that followed at the end")(_.replayed.map(_._1)),
    metric("readers.least", Count, "fewest replicas that followed")(_.least(Samples.replicas)),
    metric("lag.mean", Time, "mean time by which the last replica was behind")(
      _.mean("database.replay_lag_seconds").map(_ * 1000)
    ),
    metric("lag.max", Time, "most by which it was")(_.max("database.replay_lag_seconds").map(_ * 1000)),
    metric("lag.bytes", Count, "most bytes of write-ahead log by which it was")(_.max(Samples.behind)),
    metric(
      "missing",
      Count,
      s"bytes of WAL older than ${Samples.due.toSeconds} s that a replica had not replayed at the end"
    )(_.replayed.map(_._2)),
    metric("wal", Count, "bytes of write-ahead log per second, each of which every replica receives")(
      _.perSecond(Samples.wal)
    )
  )

  val clock: PartMetric =
    metric("clock.set", Time, "by how much the machine's clock was set during the run")(_.range(MetricsFile.clockAhead))

  val observers: Vector[PartMetric] = Vector(
    metric("scrape", Time, "mean time of a scrape")(_.meanMs("scrape")),
    metric("scrapes", Count, "scrapes that ended")(_.increase("scrapes_total")),
    metric("scrapes.answered", Count, "scrapes that were answered")(_.increase("scrapes_answered_total")),
    metric("samples", Count, "times that instances were asked for these figures")(_.asked.map(_._1)),
    metric("samples.answered", Count, "times that they answered")(_.asked.map(_._2)),
    clock
  )

  val threads: Vector[PartMetric] = Vector("runnable", "blocked", "waiting", "timed_waiting").flatMap { state =>
    span(state.takeWhile(_ != '_'), s"${state.replace('_', '-')} threads")(
      _.together(s"jvm_${state}_threads").map(_.head)
    )
  } ++ span("live.rest", "live threads less daemons and timed-waiting ones")(
    _.together("jvm_live_threads", "jvm_daemon_threads", "jvm_timed_waiting_threads")
      .map(row => row.head - row(1) - row(2))
  ) ++ span("daemon.rest", "daemon threads less waiting and runnable ones")(
    _.together("jvm_daemon_threads", "jvm_waiting_threads", "jvm_runnable_threads")
      .map(row => row.head - row(1) - row(2))
  )

  val all: Vector[PartMetric] = cpu ++ pools ++ connections ++ cache ++ replication ++ observers ++ threads

  private def metric(name: String, quantity: Quantity, about: String)(read: Samples => Option[Double]): PartMetric =
    PartMetric(name, quantity, about, byMachine = false)(read)

  private def cores(name: String, who: String)(read: Samples => Option[Double]): PartMetric =
    metric(name, Count, s"cores that $who")(read)

  private def time(name: String, about: String)(read: Samples => Option[Double]): PartMetric =
    PartMetric(name, Time, about, byMachine = true)(read)

  private def highest(name: String, what: String)(gauge: String): PartMetric =
    metric(name, Count, s"most $what")(_.highest(gauge))

  private def span(name: String, what: String)(values: Samples => Vector[Double]): Vector[PartMetric] = Vector(
    metric(s"$name.least", Count, s"least number of $what")(values(_).minOption),
    metric(s"$name.most", Count, "the most")(values(_).maxOption)
  )
}
