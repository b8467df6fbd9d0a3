package bottleneck.lab.explain.theory

import scala.concurrent.duration._

/** N = X · (R + Z): users = throughput × (response time + think time). It holds for the means of any system that loses
  * nobody (Little 1961, Operations Research 9; with think times: Lazowska et al. 1984, §3.2).
  *
  * So where a measurement breaks it, the measurement is wrong. Throughputs are per second.
  */
object LittlesLaw {

  /** N, also the mean number in a part of a system, whose response time is the time spent there. */
  def population(
      perSecond: Double,
      responseTime: FiniteDuration,
      thinkTime: FiniteDuration = Duration.Zero
  ): Double = perSecond * (responseTime + thinkTime).toUnit(SECONDS)

  /** R; negative where so few users cannot have had so high a throughput. */
  def responseTime(
      population: Double,
      perSecond: Double,
      thinkTime: FiniteDuration = Duration.Zero
  ): FiniteDuration = {
    require(perSecond > 0, s"throughput ($perSecond per second) must be > 0")
    (population / perSecond).seconds - thinkTime
  }
}
