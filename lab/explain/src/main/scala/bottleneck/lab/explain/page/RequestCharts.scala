package bottleneck.lab.explain.page

import bottleneck.lab.chart.{Axes, AxisScale, Drawn, Look, Point, Series}
import bottleneck.lab.explain.record.Result
import scalatags.Text.all._

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
