package bottleneck.lab.claims.page

import bottleneck.lab.figures.reading.Second
import bottleneck.lab.figures.record.Result
import bottleneck.lab.figures.series.Metrics
import bottleneck.lab.report.chart._

/** A run second by second, its requests and then the parts of the target and the machine, over one x axis with the
  * window shaded; what was not recorded is left out. The ids of the charts begin with `id`.
  */
private[page] final class TimeCharts(id: String, result: Result, files: RunDetails) {
  import TimeCharts._

  private val end = math.max(result.window.toMs / 1000.0, files.timeline.lastOption.fold(0.0)(_.second + 1.0))
  private val x = Axes.plain("seconds of the run", AxisScale.until(end))
  private val window = (result.window.fromMs / 1000.0, result.window.toMs / 1000.0)

  private val bands = result.intervention.map { step =>
    Band(step.name, step.fromMs / 1000.0, step.toMs.fold(end)(_ / 1000.0))
  }

  private val samples =
    files.metrics.zip(result.run.started).map { case (all, start) => new SampleCurves(all, start.toEpochMilli, end) }

  def charts: Vector[Drawing] = Vector(
    counted("users", "Users and requests in flight", "at once")(
      line("users", Look.First, seconds(second => Some(second.users.toDouble))),
      line("requests in flight", Look.Second, seconds(second => Some(second.inFlight.toDouble)))
    ),
    counted("responses", "Responses", "per second")(
      line("OK", Look.First, seconds(second => Some(second.ok.toDouble))),
      line("failed", Look.Second, if (fails) seconds(second => Some(second.ko.toDouble)) else Vector.empty),
      Series("predicted", Look.Theory, Drawn.Line(), limit)
    ),
    chart("latency", "Response times", Axes.times)(
      line("p50", Look.Second, seconds(_.p50Ms.map(_.toDouble))),
      line("p99", Look.First, seconds(_.p99Ms.map(_.toDouble))),
      line("max", Look.Third, seconds(_.maxMs.map(_.toDouble))),
      sampled("mean in the handler", Look.Fourth)(_.mean("http_request_seconds_total", "http_requests_total").map(inMs))
    ),
    counted("pools", "Connection pools", atOnce)(
      sampled("active connections", Look.First)(_.sum("hikari_active_connections")),
      sampled("waiting threads", Look.Second)(_.sum("hikari_pending_threads"))
    ),
    counted("connections", "Connections", atOnce)(
      sampled("established", Look.First)(_.sum("established_connections")),
      sampled("accepted by Tomcat", Look.Second)(_.sum("tomcat_current_connections")),
      sampled("waiting in the listen queue", Look.Third)(_.sum("backlog_connections"))
    ),
    counted("drops", "Dropped connections", "per second, of the whole machine")(drops: _*),
    counted("cache", "Cache", "lookups per second, over all instances")(
      sampled("hits", Look.First)(_.serviceRate("cache_hits_total")),
      sampled("misses", Look.Second)(_.serviceRate("cache_misses_total"))
    ),
    counted("threads", "Request threads", atOnce)(sampled("busy threads", Look.First)(_.sum("tomcat_busy_threads"))),
    counted("thread-states", "Threads by state", atOnce)(
      sampled("runnable", Look.First)(_.sum("jvm_runnable_threads")),
      sampled("waiting", Look.Second)(_.sum("jvm_waiting_threads")),
      sampled("timed waiting", Look.Third)(_.sum("jvm_timed_waiting_threads")),
      sampled("blocked", Look.Fourth)(_.sum("jvm_blocked_threads"))
    ),
    counted("context-switches", "Context switches", "per second, over all instances")(
      sampled("context switches", Look.First)(_.serviceRate("context_switches_total"))
    ),
    chart("lag", "Replication lag", Axes.fromZero("ms"))(
      sampled("the reader that is furthest behind", Look.First)(_.gauge("database.replay_lag_seconds").map(inMs))
    ),
    chart("cores", "CPU", Axes.fromZero("cores in use"))(
      sampled("service", Look.First)(_.serviceRate("cpu_seconds_total")),
      sampled("database", Look.Second)(_.rate("database.cpu_seconds_total")),
      // no target has two of these three yet
      sampled("relay", Look.Second)(_.rate("relay.cpu_seconds_total")),
      sampled("balancer", Look.Second)(_.rate("balancer.cpu_seconds_total")),
      sampled("cache", Look.Fifth)(_.rate("cache.cpu_seconds_total")),
      sampled("generator", Look.Third)(_.rate("generator.cpu_seconds_total")),
      sampled("machine", Look.Fourth)(_.rate("machine.cpu_busy_seconds_total"))
    )
  ).flatten

  private def fails: Boolean = files.timeline.exists(_.ko > 0)

  private def limit: Vector[Point] =
    if (files.timeline.isEmpty) Vector.empty
    else result.prediction.toVector.flatMap(limit => Vector(0, end).map(Point(_, limit.perSecond)))

  /** Only where there are any: mostly there are none. */
  private def drops: Vector[Series] = {
    val series = Vector(
      sampled("listen overflows", Look.First)(_.rate("network.listen_overflows_total")),
      sampled("listen drops", Look.Third)(_.rate("network.listen_drops_total")),
      sampled("SYN retransmits", Look.Second)(_.rate("network.syn_retransmits_total"))
    )
    if (series.exists(_.points.exists(_.y > 0))) series else Vector.empty
  }

  private def counted(name: String, title: String, unit: String)(series: Series*): Option[Drawing] =
    chart(name, title, Axes.fromZero(unit, smallestStep = 1))(series: _*)

  private def chart(name: String, title: String, y: Vector[Double] => Axis)(series: Series*): Option[Drawing] =
    Chart.of(s"$id-$name", title, x, y)(series: _*).map(_.copy(shaded = Some(window), bands = bands))

  private def seconds(value: Second => Option[Double]): Vector[Point] =
    files.timeline.flatMap(second => value(second).map(Point(second.second + 0.5, _)))

  private def sampled(name: String, look: Look)(values: SampleCurves => Vector[Point]): Series =
    line(name, look, samples.fold(Vector.empty[Point])(values))
}

private object TimeCharts {
  private val atOnce = "at once, over all instances"

  /** Seconds without a value beyond which a line is broken. */
  private val widestGap = 3.5

  private def line(name: String, look: Look, points: Vector[Point]): Series =
    Series(name, look, Drawn.Line(widestGap), points)

  private def inMs(seconds: Point): Point = seconds.copy(y = seconds.y * 1000)
}

/** Samples of a whole run over its seconds, from `startMs` since the epoch to `end`, in seconds. */
private[page] final class SampleCurves(metrics: Metrics, startMs: Long, end: Double) {
  private val services = metrics.parts.filter(_.startsWith("service-"))

  /** A gauge over all instances. */
  def sum(gauge: String): Vector[Point] = added(services.map(service => sampled(s"$service.$gauge")))

  def gauge(column: String): Vector[Point] = added(Vector(sampled(column)))

  def rate(counter: String): Vector[Point] = added(Vector(metrics.rate(counter)))

  /** Growth rate of a counter over all instances, per second. */
  def serviceRate(counter: String): Vector[Point] = added(services.map(service => metrics.rate(s"$service.$counter")))

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
