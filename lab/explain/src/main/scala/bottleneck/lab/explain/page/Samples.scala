package bottleneck.lab.explain.page

import bottleneck.lab.explain.chart.Point
import bottleneck.lab.explain.series.Metrics

/** What was sampled from the start of a run to its end, over its seconds.
  *
  * @param startMs
  *   since the epoch
  * @param end
  *   in seconds since the start
  */
private[page] final class Samples(metrics: Metrics, startMs: Long, end: Double) {
  private val services = metrics.parts.filter(_.startsWith("service-"))

  /** A gauge over all instances. */
  def sum(gauge: String): Vector[Point] = added(services.map(service => sampled(s"$service.$gauge")))

  /** A gauge of another part. */
  def gauge(column: String): Vector[Point] = added(Vector(sampled(column)))

  /** How fast a counter grew, per second. */
  def rate(counter: String): Vector[Point] = added(Vector(metrics.rate(counter)))

  /** How fast a counter grew over all instances, per second. */
  def serviceRate(counter: String): Vector[Point] =
    added(services.map(service => metrics.rate(s"$service.$counter")))

  /** By how much one counter grew over all instances for each by which another did. */
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
