package bottleneck.lab.parts.metrics

import bottleneck.lab.parts.host.Http
import java.net.URI

/** Metrics of the Spring Boot instance `part`, from its Prometheus endpoint. */
private[metrics] final class ServiceMetrics(part: String, prometheus: URI) extends Source {
  private val uri = new URI(s"$prometheus?includedNames=${Metric.exposed.mkString(",")}")

  override def columns: Vector[String] = Metric.all.map(metric => s"$part.${metric.column}")

  override def sample(): Vector[Option[Double]] =
    Http.text(uri, Source.patience).flatMap(PrometheusText.parse(_).toOption) match {
      case Some(samples) =>
        val byName = samples.groupBy(_.name)
        Metric.all.map(metric => metric.of(byName.getOrElse(metric.name, Vector.empty)))
      case None => Metric.all.map(_ => None)
    }
}

/** A column, and the samples called `name` that it is the sum of: those with `labels`, but not those with a label whose
  * value begins as `without` says. `divisor` leads from their unit to the column's; `absent` is the value as long as
  * there are no such samples.
  */
private final case class Metric(
    column: String,
    name: String,
    labels: Map[String, String] = Map.empty,
    without: Map[String, Vector[String]] = Map.empty,
    divisor: Double = 1,
    absent: Option[Double] = None
) {
  def of(samples: Vector[Exposed]): Option[Double] = samples.filter(isMeant) match {
    case Vector() => absent
    // Tomcat says −1 where it does not know, as of virtual threads
    case meant => Some(meant.map(_.value).sum / divisor).filter(_ >= 0)
  }

  private def isMeant(sample: Exposed): Boolean =
    labels.forall { case (label, value) => sample.labels.get(label).contains(value) } &&
      !without.exists { case (label, prefixes) =>
        prefixes.exists(prefix => sample.labels.get(label).exists(_.startsWith(prefix)))
      }
}

private object Metric {
  private val hikari = Vector(
    Metric("hikari_connections", "hikaricp_connections"),
    Metric("hikari_active_connections", "hikaricp_connections_active"),
    Metric("hikari_idle_connections", "hikaricp_connections_idle"),
    Metric("hikari_pending_threads", "hikaricp_connections_pending"),
    Metric("hikari_timeouts_total", "hikaricp_connections_timeout_total"),
    Metric("hikari_acquire_seconds_total", "hikaricp_connections_acquire_seconds_sum"),
    Metric("hikari_acquires_total", "hikaricp_connections_acquire_seconds_count"),
    Metric("hikari_usage_seconds_total", "hikaricp_connections_usage_seconds_sum"),
    Metric("hikari_usages_total", "hikaricp_connections_usage_seconds_count")
  ) ++ AcquireTimes.bounds.map { bound =>
    Metric(
      s"hikari_acquire_le_${bound}_total",
      "hikaricp_connections_acquire_seconds_bucket",
      Map("le" -> bound)
    )
  }

  private val tomcat = Vector(
    Metric("tomcat_busy_threads", "tomcat_threads_busy_threads"),
    Metric("tomcat_current_threads", "tomcat_threads_current_threads"),
    Metric("tomcat_current_connections", "tomcat_connections_current_connections")
  )

  private val jvm = Vector(
    Metric("jvm_heap_used_bytes", "jvm_memory_used_bytes", Map("area" -> "heap")),
    // appears with the first pause
    Metric("jvm_gc_pause_seconds_total", "jvm_gc_pause_seconds_sum", absent = Some(0)),
    Metric("jvm_compilation_seconds_total", "jvm_compilation_time_ms_total", divisor = 1000)
  ) ++ Vector("runnable", "blocked", "waiting", "timed-waiting").map(state =>
    Metric(s"jvm_${state.replace('-', '_')}_threads", "jvm_threads_states_threads", Map("state" -> state))
  ) ++ Vector("live", "daemon").map(kind => Metric(s"jvm_${kind}_threads", s"jvm_threads_${kind}_threads"))

  /** Time in the handler and its filters, without the wait for a thread; absent until the first request. */
  private val http =
    Vector("http_requests_total" -> "count", "http_request_seconds_total" -> "sum").map { case (column, kind) =>
      Metric(
        column,
        s"http_server_requests_seconds_$kind",
        // scrapes, and health checks of a balancer
        without = Map("uri" -> Vector("/actuator/", "/health")),
        absent = Some(0)
      )
    }

  private val cache = Vector("hits" -> "hit", "misses" -> "miss").map { case (column, result) =>
    Metric(s"cache_${column}_total", "cache_gets_total", Map("result" -> result))
  }

  val all: Vector[Metric] = hikari ++ tomcat ++ jvm ++ http ++ cache

  /** Names that make the endpoint expose these samples and nothing else, which costs it less: it goes by the name of
    * the sample or, since Prometheus' client 1.0, by that without what tells its kind.
    */
  val exposed: Vector[String] =
    all.flatMap(metric => Vector(metric.name, metric.name.replaceFirst("_(total|sum|count|bucket)$", ""))).distinct
}
