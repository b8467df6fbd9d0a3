package bottleneck.lab.explain.theory

import java.util.Locale
import scala.concurrent.duration._

/** What limits the throughput of a closed system: the smallest of its resources' limits (asymptotic bounds, Lazowska et
  * al., Quantitative System Performance, 1984, §5.2).
  *
  * @param perSecond
  *   requests
  * @param by
  *   the resource that sets the limit
  */
final case class Prediction(perSecond: Double, by: String, formula: String) {

  /** Whether `measured` requests per second miss the limit by at most this part of it. */
  def isWithin(tolerance: Double, measured: Double): Boolean =
    math.abs(measured - perSecond) <= tolerance * perSecond
}

object Prediction {

  /** The limit of the resource that allows least. */
  def smallest(first: Prediction, others: Prediction*): Prediction = (first +: others).minBy(_.perSecond)

  /** `threads` of each of `instances`, one held for `serviceTime` by a request. */
  def threads(threads: Int, instances: Int, serviceTime: FiniteDuration): Prediction =
    Prediction(
      threads.toDouble * instances / seconds(serviceTime),
      "threads",
      s"$threads × $instances / ${text(serviceTime)}"
    )

  /** `users` who each wait for an answer, which takes at least `serviceTime`, before they send the next request. */
  def users(users: Int, serviceTime: FiniteDuration): Prediction =
    Prediction(users / seconds(serviceTime), "users", s"$users / ${text(serviceTime)}")

  private def text(duration: FiniteDuration): String = "%.3f s".formatLocal(Locale.ROOT, seconds(duration))

  private def seconds(duration: FiniteDuration): Double = duration.toNanos / 1e9
}
