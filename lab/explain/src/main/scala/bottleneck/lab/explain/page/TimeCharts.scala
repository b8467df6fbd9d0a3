package bottleneck.lab.explain.page

import bottleneck.lab.chart.{Axes, Axis, AxisScale, Band, Chart, Drawn, Look, Point, Series}
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.series.Metrics
import bottleneck.lab.explain.statistics.Second
import scalatags.Text.all._

/** A run second by second, over one x axis with the window shaded; what was not recorded is left out.
  *
  * @param id
  *   begins the ids of the charts
  */
private[page] final class TimeCharts(id: String, result: Result, files: RunDetails) {
  private val plot = new TimePlot(id, result, files)

  def charts: Vector[Frag] = new RequestCharts(plot, result, files).charts ++ new PartCharts(plot).charts
}

/** Common part of the charts of one run: the x axis in seconds of the run, with the window shaded.
  *
  * @param id
  *   prefix of the charts' ids
  */
private[page] final class TimePlot(id: String, result: Result, files: RunDetails) {
  import TimePlot._

  val end: Double = math.max(result.treatment.window.toMs / 1000.0, files.timeline.lastOption.fold(0.0)(_.second + 1.0))
  private val x = Axes.plain("seconds of the run", AxisScale.until(end))
  private val window = (result.treatment.window.fromMs / 1000.0, result.treatment.window.toMs / 1000.0)
  private val bands = result.treatment.intervention.map { step =>
    Band(step.name, step.fromMs / 1000.0, step.toMs.fold(end)(_ / 1000.0))
  }
  private val startMs = result.run.started.map(_.toEpochMilli)
  private val samples = files.metrics.zip(startMs).map { case (metrics, start) => new Samples(metrics, start, end) }

  def overTime(name: String, title: String, unit: String)(
      lines: (String, Look, Samples => Vector[Point])*
  ): Option[Frag] =
    counted(name, title, unit, lines.toVector.map { case (what, look, values) => line(what, look, sampled(values)) })

  def counted(name: String, title: String, unit: String, series: Vector[Series]): Option[Frag] =
    chart(
      name,
      title,
      Axes.plain(unit, AxisScale.fromZero(series.flatMap(_.points).map(_.y), smallestStep = 1)),
      series
    )

  def chart(name: String, title: String, y: Axis, series: Vector[Series]): Option[Frag] =
    Option.when(series.exists(_.points.nonEmpty))(Chart(s"$id-$name", title, x -> y, series, Some(window), bands).draw)

  def seconds(value: Second => Option[Double]): Vector[Point] =
    files.timeline.flatMap(second => value(second).map(Point(second.second + 0.5, _)))

  def sampled(values: Samples => Vector[Point]): Vector[Point] = samples.fold(Vector.empty[Point])(values)
}

private[page] object TimePlot {

  /** Seconds without a value beyond which a line is broken. */
  val widestGap = 3.5

  def line(name: String, look: Look, points: Vector[Point]): Series =
    Series(name, look, Drawn.Line(widestGap), points)

  def inMs(seconds: Point): Point = seconds.copy(y = seconds.y * 1000)
}

/** Samples of a whole run, over its seconds.
  *
  * @param startMs
  *   start of the run, in ms since the epoch
  * @param end
  *   end of the run, in seconds since its start
  */
private[page] final class Samples(metrics: Metrics, startMs: Long, end: Double) {
  private val services = metrics.parts.filter(_.startsWith("service-"))

  /** A gauge over all instances. */
  def sum(gauge: String): Vector[Point] = added(services.map(service => sampled(s"$service.$gauge")))

  /** A gauge of another part. */
  def gauge(column: String): Vector[Point] = added(Vector(sampled(column)))

  /** Growth rate of a counter, per second. */
  def rate(counter: String): Vector[Point] = added(Vector(metrics.rate(counter)))

  /** Growth rate of a counter over all instances, per second. */
  def serviceRate(counter: String): Vector[Point] =
    added(services.map(service => metrics.rate(s"$service.$counter")))

  /** Growth of the counter `total` per unit of the counter `number`, over all instances. */
  def mean(total: String, number: String): Vector[Point] = {
    val numbers = serviceRate(number).map(point => point.x -> point.y).toMap
    for { point <- serviceRate(total); n <- numbers.get(point.x) if n > 0 } yield Point(point.x, point.y / n)
  }

  private def sampled(gauge: String): Vector[(Long, Double)] =
    metrics.times.zip(metrics.gauge(gauge)).collect { case (at, Some(value)) => at -> value }

  private def added(series: Vector[Vector[(Long, Double)]]): Vector[Point] =
    series.flatten.groupMapReduce(_._1)(_._2)(_ + _).toVector.sortBy(_._1).collect {
      case (at, sum) if at >= startMs && at <= startMs + end * 1000 => Point((at - startMs) / 1000.0, sum)
    }
}

/** Users and their requests, second by second. */
private[page] final class RequestCharts(plot: TimePlot, result: Result, files: RunDetails) {
  import TimePlot._
  import plot._

  def charts: Vector[Frag] = Vector(users, responses, latency).flatten

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
    chart("latency", "Response times", Axes.latency(AxisScale.spreading(series.flatMap(_.points).map(_.y))), series)
  }

  private def handlerMs: Vector[Point] =
    sampled(_.mean("http_request_seconds_total", "http_requests_total")).map(inMs)
}

/** The parts of the target and the machine, second by second. */
private[page] final class PartCharts(plot: TimePlot) {
  import TimePlot._
  import plot._

  def charts: Vector[Frag] =
    Vector(pools, connections, drops, cache, threads, threadStates, contextSwitches, lag, cores).flatten

  private def pools: Option[Frag] = overTime("pools", "Connection pools", PartCharts.atOnce)(
    ("active connections", Look.First, _.sum("hikari_active_connections")),
    ("waiting threads", Look.Second, _.sum("hikari_pending_threads"))
  )

  private def connections: Option[Frag] = overTime("connections", "Connections", PartCharts.atOnce)(
    ("established", Look.First, _.sum("established_connections")),
    ("accepted by Tomcat", Look.Second, _.sum("tomcat_current_connections")),
    ("waiting in the listen queue", Look.Third, _.sum("backlog_connections"))
  )

  /** Only where there are any: mostly there are none. */
  def drops: Option[Frag] = {
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
    overTime("threads", "Request threads", PartCharts.atOnce)(
      ("busy threads", Look.First, _.sum("tomcat_busy_threads"))
    )

  private def threadStates: Option[Frag] = overTime("thread-states", "Threads by state", PartCharts.atOnce)(
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
    chart("lag", "Replication lag", Axes.plain("ms", AxisScale.fromZero(series.flatMap(_.points).map(_.y))), series)
  }

  private def cores: Option[Frag] = {
    val series = Vector(
      line("service", Look.First, sampled(_.serviceRate("cpu_seconds_total"))),
      line("database", Look.Second, sampled(_.rate("database.cpu_seconds_total"))),
      // no target has two of these three yet
      line("relay", Look.Second, sampled(_.rate("relay.cpu_seconds_total"))),
      line("balancer", Look.Second, sampled(_.rate("balancer.cpu_seconds_total"))),
      line("cache", Look.Fifth, sampled(_.rate("cache.cpu_seconds_total"))),
      line("generator", Look.Third, sampled(_.rate("generator.cpu_seconds_total"))),
      line("machine", Look.Fourth, sampled(_.rate("machine.cpu_busy_seconds_total")))
    )
    chart("cores", "CPU", Axes.plain("cores in use", AxisScale.fromZero(series.flatMap(_.points).map(_.y))), series)
  }
}

private object PartCharts {
  private val atOnce = "at once, over all instances"
}
