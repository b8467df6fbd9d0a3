package bottleneck.lab.parts.sources

import bottleneck.lab.parts.host.Http
import bottleneck.lab.parts.sources.PoolKind._
import java.net.{URI, URLEncoder}
import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.duration._
import scala.util.Try

/** Pools of a Spring Boot service on `port`, from the `/actuator/metrics` below `base`, which needs no registry. */
private[lab] final class ActuatorSource(base: URI, port: Int) extends AutoCloseable {
  import ActuatorSource._

  private val metrics = s"${base.toString.stripSuffix("/").stripSuffix("/actuator")}/actuator/metrics"
  private val lane = new Lane("Actuator")

  /** Names of metrics, which appear when what they count happens first. */
  private val listed = new Recent[Unit, Set[String]](10.seconds)
  private val looked = new Recent[Unit, Vector[PoolUse]](1.second)

  def absence: Option[String] =
    Option.when(lane.within(within)(names(within.fromNow)).forall(_.isEmpty)) {
      val answer = Http.status(new URI(metrics), within / 2).fold("does not answer")(status => s"answers $status")
      s"No metrics of Actuator: $metrics $answer."
    }

  /** `pools` of other sources, with how long they were held where Actuator counts that, and those of other kinds: as of
    * now if `isExact`, else of a second ago at most, as each figure is a request to the service.
    */
  def completed(pools: Vector[PoolUse], isExact: Boolean): Vector[PoolUse] = {
    if (isExact) looked.forget()
    // a fresh one has the pools already, with the same times: it merges with itself
    val known = looked(())(asked(pools))
    def of(pool: PoolUse): Option[PoolUse] = known.find(one => one.kind == pool.kind && one.name == pool.name)
    pools.map(pool => pool.copy(held = of(pool).flatMap(_.held).orElse(pool.held))) ++
      known.filterNot(one => pools.exists(_.kind == one.kind))
  }

  private def asked(pools: Vector[PoolUse]): Vector[PoolUse] = lane
    .within(within) {
      val deadline = (within * 9 / 10).fromNow
      val ask = new Figures(names(deadline), deadline)
      val kinds = pools.map(_.kind).toSet
      val others = known.filter(row => !kinds(row.kind) && ask.names(row.busy)).groupBy(_.kind).values.map(_.head)
      timed(pools ++ PoolSource.ofPort(others.flatMap(read(_, ask)).toVector, port), ask)
    }
    .getOrElse(pools)

  private def timed(pools: Vector[PoolUse], ask: Figures): Vector[PoolUse] = {
    def held(pool: PoolUse): Option[(Long, Double)] = pool.kind match {
      case JdbcConnections =>
        ask.timer("hikaricp.connections.usage", tagged("pool", pool.name)).flatMap(PoolSource.fromWholeMillis)
      // the time of all handlers, in nanoseconds where Tomcat has whole milliseconds
      case RequestThreads if pools.count(_.kind == RequestThreads) == 1 => ask.timer("http.server.requests", "")
      case _ => None
    }
    pools.map(pool => pool.copy(held = held(pool).orElse(pool.held)))
  }

  private def read(row: Gauges, ask: Figures): Vector[PoolUse] =
    for {
      name <- ask.tags(row.busy, row.tag)
      gauge = (metric: String) => ask.gauge(s"${row.of}.$metric", tagged(row.tag, name))
      inUse <- gauge(row.inUse)
    } yield PoolUse(row.kind, name, row.max(gauge), inUse, row.waiting.flatMap(gauge))

  private def names(deadline: Deadline): Set[String] =
    listed(())(get(metrics, deadline).fold(Set.empty[String])(_("names").arr.map(_.str).toSet))

  override def close(): Unit = lane.close()

  /** Figures of the metrics with these names, as long as there is time. */
  private final class Figures(val names: Set[String], deadline: Deadline) {
    def gauge(metric: String, query: String): Option[Int] =
      measured(metric, query).get("VALUE").filter(_ >= 0).map(_.toInt)

    /** Count and seconds. */
    def timer(metric: String, query: String): Option[(Long, Double)] = {
      val of = measured(metric, query)
      of.get("COUNT").zip(of.get("TOTAL_TIME")).map { case (count, seconds) => count.toLong -> seconds }
    }

    /** Values of a tag; one without a name where there is no such tag. */
    def tags(metric: String, tag: String): Vector[String] = ask(metric, "").toVector.flatMap { json =>
      json("availableTags").arr.find(_("tag").str == tag).fold(Vector(""))(_("values").arr.map(_.str).toVector)
    }

    private def measured(metric: String, query: String): Map[String, Double] = ask(metric, query)
      .fold(Map.empty[String, Double])(_("measurements").arr.map(of => of("statistic").str -> of("value").num).toMap)

    private def ask(metric: String, query: String): Option[ujson.Value] =
      if (names(metric)) get(s"$metrics/$metric$query", deadline) else None
  }
}

private object ActuatorSource {
  private val within = 1.second

  /** Gauges `of.…`; the first row of a kind that exists counts. The values of `tag` are the names of the pools. */
  final case class Gauges(kind: PoolKind, tag: String, of: String, inUse: String, max: Max, waiting: Option[String]) {
    def busy: String = s"$of.$inUse"
  }

  /** Bound of a pool, from a function that gives the value of a gauge by its name. */
  private type Max = (String => Option[Int]) => Option[Int]

  private val known = Vector(
    Gauges(RequestThreads, "name", "tomcat.threads", "busy", bound("config.max"), None),
    Gauges(RequestThreads, "name", "jetty.threads", "busy", bound("config.max"), Some("jobs")),
    Gauges(JdbcConnections, "pool", "hikaricp.connections", "active", bound("max"), Some("pending")),
    Gauges(JdbcConnections, "name", "jdbc.connections", "active", bound("max"), None),
    Gauges(R2dbcConnections, "name", "r2dbc.pool", "acquired", bound("max.allocated"), Some("pending")),
    Gauges(ExecutorThreads, "name", "executor", "active", threads, Some("queued"))
  )

  private def bound(metric: String)(gauge: String => Option[Int]): Option[Int] =
    gauge(metric).filter(max => max > 0 && max < Int.MaxValue)

  /** Threads of an executor: it starts no more than its core ones while its queue has room. */
  private def threads(gauge: String => Option[Int]): Option[Int] = {
    val endless = gauge("queue.remaining").exists(_ > Int.MaxValue / 2)
    bound(if (endless) "pool.core" else "pool.max")(gauge)
  }

  private def tagged(tag: String, value: String): String =
    if (value.isEmpty) "" else s"?tag=$tag:${URLEncoder.encode(value, UTF_8)}"

  private def get(url: String, deadline: Deadline): Option[ujson.Value] =
    Option
      .when(deadline.hasTimeLeft())(deadline.timeLeft.max(4.millis))
      .flatMap(Http.text(new URI(url), _, "application/json"))
      .flatMap(text => Try(ujson.read(text)).toOption)
}
