package bottleneck.lab.explain.theory

import scala.concurrent.duration._

/** What users are expected to see of a fault, in the window.
  *
  * @param stallMs
  *   the longest time in which some wait and none is answered OK, at least and at most; without an end where it may
  *   last as long as the window
  * @param failed
  *   requests, at least and at most
  * @param because
  *   a clause
  */
final case class Disruption(stallMs: Extent, failed: Extent, because: String)

/** From `least` to `most`; without an end where there is none. */
final case class Extent(least: Int, most: Option[Int]) {
  def contains(value: Int): Boolean = least <= value && most.forall(value <= _)
}

object Disruption {
  def apply(stall: (FiniteDuration, Option[FiniteDuration]), failed: (Int, Option[Int]), because: String): Disruption =
    Disruption(
      Extent(stall._1.toMillis.toInt, stall._2.map(_.toMillis.toInt)),
      Extent(failed._1, failed._2),
      because
    )
}
