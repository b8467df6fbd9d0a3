package bottleneck.lab.explain.theory

import scala.concurrent.duration._

/** N* = (D + Z) ÷ Dmax: with fewer users a closed system cannot use its busiest resource fully, with more some must
  * wait (asymptotic bounds: Denning & Buzen 1978; Lazowska et al. 1984, §5.2). Where service times vary, throughput
  * bends around it, not at it.
  *
  * @param demand
  *   D, what a request takes of all resources together: its response time where nobody else is
  * @param busiest
  *   Dmax, what it takes of the busiest one
  */
final case class AsymptoticKnee(demand: FiniteDuration, busiest: FiniteDuration, thinkTime: FiniteDuration) {
  require(busiest > Duration.Zero, s"the busiest resource must be held for a time ($busiest) > 0")
  require(busiest <= demand, s"the busiest resource ($busiest) takes no longer than the whole request ($demand)")

  def users: Double = (demand + thinkTime) / busiest

  /** With its numbers, such as `(6 ms + 0) / 2.5 ms`. */
  def formula: String = {
    val think = if (thinkTime > Duration.Zero) Quantity.text(thinkTime) else "0"
    s"(${Quantity.text(demand)} + $think) / ${Quantity.text(busiest)}"
  }
}
