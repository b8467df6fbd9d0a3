package bottleneck.lab.explain.report

import bottleneck.lab.explain.report.chart._
import bottleneck.lab.explain.result.Result
import bottleneck.lab.explain.series.{Metrics, Second}
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

  private val end = math.max(result.window.toMs / 1000.0, files.timeline.lastOption.fold(0.0)(_.second + 1.0))
  private val x = Axes.plain("seconds of the run", Scale.until(end))
  private val window = (result.window.fromMs / 1000.0, result.window.toMs / 1000.0)
  private val startMs = Try(Instant.parse(result.run.startedAt)).toOption.map(_.toEpochMilli)
  private val samples = files.metrics.zip(startMs).map { case (metrics, start) => new Samples(metrics, start, end) }

  def charts: Vector[Frag] = Vector(users, responses, latency, connections, threads, cores).flatten

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
    else result.prediction.toVector.flatMap(limit => Vector(0, end).map(Point(_, limit.perSecond)))

  private def latency: Option[Frag] = {
    val series = Vector(
      line("p50", Look.Second, seconds(_.p50Ms.map(_.toDouble))),
      line("p99", Look.First, seconds(_.p99Ms.map(_.toDouble))),
      line("max", Look.Third, seconds(_.maxMs.map(_.toDouble)))
    )
    chart("latency", "Response times", Axes.latency(Scale.spreading(series.flatMap(_.points).map(_.y))), series)
  }

  private def connections: Option[Frag] = counted(
    "connections",
    "Connection pools",
    "at once, over all instances",
    Vector(
      line("active connections", Look.First, sampled(_.sum("hikari_active_connections"))),
      line("waiting threads", Look.Second, sampled(_.sum("hikari_pending_threads")))
    )
  )

  private def threads: Option[Frag] = counted(
    "threads",
    "Request threads",
    "at once, over all instances",
    Vector(line("busy threads", Look.First, sampled(_.sum("tomcat_busy_threads"))))
  )

  private def cores: Option[Frag] = {
    val series = Vector(
      line("service", Look.First, sampled(_.serviceCores)),
      line("database", Look.Second, sampled(_.cores("database.cpu_seconds_total"))),
      line("generator", Look.Third, sampled(_.cores("generator.cpu_seconds_total"))),
      line("machine", Look.Fourth, sampled(_.cores("machine.cpu_busy_seconds_total")))
    )
    chart("cores", "CPU", Axes.plain("cores in use", Scale.fromZero(series.flatMap(_.points).map(_.y))), series)
  }

  private def counted(name: String, title: String, unit: String, series: Vector[Series]): Option[Frag] =
    chart(name, title, Axes.plain(unit, Scale.fromZero(series.flatMap(_.points).map(_.y), smallestStep = 1)), series)

  private def chart(name: String, title: String, y: Axis, series: Vector[Series]): Option[Frag] =
    Option.when(series.exists(_.points.nonEmpty))(Chart(s"$id-$name", title, x -> y, series, Some(window)).draw)

  private def seconds(value: Second => Option[Double]): Vector[Point] =
    files.timeline.flatMap(second => value(second).map(Point(second.second + 0.5, _)))

  private def sampled(values: Samples => Vector[Point]): Vector[Point] = samples.fold(Vector.empty[Point])(values)
}

private[report] object TimeCharts {

  /** Seconds without a value beyond which a line is broken. */
  private val widestGap = 3.5

  private def line(name: String, look: Look, points: Vector[Point]): Series =
    Series(name, look, Drawn.Line(widestGap), points)

  /** What was sampled from the start of the run to its `end`, in seconds. */
  private final class Samples(metrics: Metrics, startMs: Long, end: Double) {
    private val services = metrics.parts.filter(_.startsWith("service-"))

    /** A gauge over all instances. */
    def sum(gauge: String): Vector[Point] =
      added(
        services.map(service =>
          metrics.times.zip(metrics.gauge(s"$service.$gauge")).collect { case (at, Some(value)) =>
            at -> value
          }
        )
      )

    def cores(counter: String): Vector[Point] = added(Vector(metrics.rate(counter)))

    def serviceCores: Vector[Point] = added(services.map(service => metrics.rate(s"$service.cpu_seconds_total")))

    private def added(series: Vector[Vector[(Long, Double)]]): Vector[Point] =
      series.flatten.groupMapReduce(_._1)(_._2)(_ + _).toVector.sortBy(_._1).collect {
        case (at, sum) if at >= startMs && at <= startMs + end * 1000 => Point((at - startMs) / 1000.0, sum)
      }
  }
}
