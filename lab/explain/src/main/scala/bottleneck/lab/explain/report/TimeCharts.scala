package bottleneck.lab.explain.report

import bottleneck.lab.explain.report.chart._
import bottleneck.lab.explain.result.Result
import bottleneck.lab.explain.series.Second
import bottleneck.lab.explain.stats.Sent
import java.time.Instant
import scala.util.Try
import scalatags.Text.all._

/** A run second by second, over one x axis with the window shaded; what was not recorded is left out.
  *
  * @param id
  *   begins the ids of the charts
  */
private[report] final class TimeCharts(id: String, result: Result, files: RunDetails) {
  import TimeCharts._

  private val end = math.max(result.treatment.window.toMs / 1000.0, files.timeline.lastOption.fold(0.0)(_.second + 1.0))
  private val x = Axes.plain("seconds of the run", Scale.until(end))
  private val window = (result.treatment.window.fromMs / 1000.0, result.treatment.window.toMs / 1000.0)
  private val bands = result.treatment.intervention.map { step =>
    Band(step.name, step.fromMs / 1000.0, step.toMs.fold(end)(_ / 1000.0))
  }
  private val startMs = Try(Instant.parse(result.run.startedAt)).toOption.map(_.toEpochMilli)
  private val samples = files.metrics.zip(startMs).map { case (metrics, start) => new Samples(metrics, start, end) }

  def charts: Vector[Frag] =
    Vector(
      users,
      responses,
      latency,
      order,
      pools,
      connections,
      drops,
      cache,
      threads,
      threadStates,
      contextSwitches,
      lag,
      cores
    ).flatten

  private def users: Option[Frag] = counted(
    "users",
    "Users and requests in flight",
    "at once",
    Vector(
      line("users", Look.First, seconds(second => Some(second.users.toDouble))),
      line("requests in flight", Look.Second, seconds(second => Some(second.inFlight.toDouble)))
    )
  )

  private def responses: Option[Frag] = counted(
    "responses",
    "Responses",
    "per second",
    Vector(
      line("OK", Look.First, seconds(second => Some(second.ok.toDouble))),
      line("failed", Look.Second, if (fails) seconds(second => Some(second.ko.toDouble)) else Vector.empty),
      Series("predicted", Look.Theory, Drawn.Line(), limit)
    )
  )

  private def fails: Boolean = files.timeline.exists(_.ko > 0)

  private def limit: Vector[Point] =
    if (files.timeline.isEmpty) Vector.empty
    else result.expected.prediction.toVector.flatMap(limit => Vector(0, end).map(Point(_, limit.perSecond)))

  private def latency: Option[Frag] = {
    val series = Vector(
      line("p50", Look.Second, seconds(_.p50Ms.map(_.toDouble))),
      line("p99", Look.First, seconds(_.p99Ms.map(_.toDouble))),
      line("max", Look.Third, seconds(_.maxMs.map(_.toDouble))),
      line("mean in the handler", Look.Fourth, handlerMs)
    )
    chart("latency", "Response times", Axes.latency(Scale.spreading(series.flatMap(_.points).map(_.y))), series)
  }

  private def handlerMs: Vector[Point] =
    sampled(_.mean("http_request_seconds_total", "http_requests_total")).map(inMs)

  /** Requests that overtake are far below the median of those sent in the same second. */
  private def order: Option[Frag] = {
    def line(name: String, look: Look, value: Sent => Option[Int]): Series = TimeCharts.line(
      name,
      look,
      for { order <- result.measured.byLoad.order.toVector; sent <- order.sent; ms <- value(sent) } yield Point(
        sent.second + 0.5,
        ms.toDouble
      )
    )
    val series = Vector(
      line("shortest", Look.Second, _.leastMs),
      line("median", Look.First, _.p50Ms),
      line("longest", Look.Third, _.mostMs)
    )
    chart(
      "order",
      "Response times by when the request was sent",
      Axes.latency(Scale.spreading(series.flatMap(_.points).map(_.y))),
      series
    )
  }

  private def pools: Option[Frag] = overTime("pools", "Connection pools", atOnce)(
    ("active connections", Look.First, _.sum("hikari_active_connections")),
    ("waiting threads", Look.Second, _.sum("hikari_pending_threads"))
  )

  private def connections: Option[Frag] = overTime("connections", "Connections", atOnce)(
    ("established", Look.First, _.sum("established_connections")),
    ("accepted by Tomcat", Look.Second, _.sum("tomcat_current_connections")),
    ("waiting in the listen queue", Look.Third, _.sum("backlog_connections"))
  )

  /** Only where there are any: mostly there are none. */
  private def drops: Option[Frag] = {
    val series = Vector(
      line("listen overflows", Look.First, sampled(_.rate("network.listen_overflows_total"))),
      line("listen drops", Look.Third, sampled(_.rate("network.listen_drops_total"))),
      line("SYN retransmits", Look.Second, sampled(_.rate("network.syn_retransmits_total")))
    )
    if (series.exists(_.points.exists(_.y > 0)))
      counted("drops", "Dropped connections", "per second, of the whole machine", series)
    else None
  }

  private def cache: Option[Frag] = overTime("cache", "Cache", "lookups per second, over all instances")(
    ("hits", Look.First, _.serviceRate("cache_hits_total")),
    ("misses", Look.Second, _.serviceRate("cache_misses_total"))
  )

  private def threads: Option[Frag] =
    overTime("threads", "Request threads", atOnce)(("busy threads", Look.First, _.sum("tomcat_busy_threads")))

  private def threadStates: Option[Frag] = overTime("thread-states", "Threads by state", atOnce)(
    ("runnable", Look.First, _.sum("jvm_runnable_threads")),
    ("waiting", Look.Second, _.sum("jvm_waiting_threads")),
    ("timed waiting", Look.Third, _.sum("jvm_timed_waiting_threads")),
    ("blocked", Look.Fourth, _.sum("jvm_blocked_threads"))
  )

  private def contextSwitches: Option[Frag] =
    overTime("context-switches", "Context switches", "per second, over all instances")(
      ("context switches", Look.First, _.serviceRate("context_switches_total"))
    )

  private def lag: Option[Frag] = {
    val series =
      Vector(
        line(
          "the reader that is furthest behind",
          Look.First,
          sampled(_.gauge("database.replay_lag_seconds")).map(inMs)
        )
      )
    chart("lag", "Replication lag", Axes.plain("ms", Scale.fromZero(series.flatMap(_.points).map(_.y))), series)
  }

  private def inMs(seconds: Point): Point = seconds.copy(y = seconds.y * 1000)

  private def cores: Option[Frag] = {
    val series = Vector(
      line("service", Look.First, sampled(_.serviceRate("cpu_seconds_total"))),
      line("database", Look.Second, sampled(_.rate("database.cpu_seconds_total"))),
      // no target has both yet
      line("balancer", Look.Second, sampled(_.rate("balancer.cpu_seconds_total"))),
      line("cache", Look.Fifth, sampled(_.rate("cache.cpu_seconds_total"))),
      line("generator", Look.Third, sampled(_.rate("generator.cpu_seconds_total"))),
      line("machine", Look.Fourth, sampled(_.rate("machine.cpu_busy_seconds_total")))
    )
    chart("cores", "CPU", Axes.plain("cores in use", Scale.fromZero(series.flatMap(_.points).map(_.y))), series)
  }

  private def overTime(name: String, title: String, unit: String)(
      lines: (String, Look, Samples => Vector[Point])*
  ): Option[Frag] =
    counted(name, title, unit, lines.toVector.map { case (what, look, values) => line(what, look, sampled(values)) })

  private def counted(name: String, title: String, unit: String, series: Vector[Series]): Option[Frag] =
    chart(name, title, Axes.plain(unit, Scale.fromZero(series.flatMap(_.points).map(_.y), smallestStep = 1)), series)

  private def chart(name: String, title: String, y: Axis, series: Vector[Series]): Option[Frag] =
    Option.when(series.exists(_.points.nonEmpty))(Chart(s"$id-$name", title, x -> y, series, Some(window), bands).draw)

  private def seconds(value: Second => Option[Double]): Vector[Point] =
    files.timeline.flatMap(second => value(second).map(Point(second.second + 0.5, _)))

  private def sampled(values: Samples => Vector[Point]): Vector[Point] = samples.fold(Vector.empty[Point])(values)
}

private[report] object TimeCharts {

  private val atOnce = "at once, over all instances"

  /** Seconds without a value beyond which a line is broken. */
  private val widestGap = 3.5

  private def line(name: String, look: Look, points: Vector[Point]): Series =
    Series(name, look, Drawn.Line(widestGap), points)
}
