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

  /** X */
  def throughput(
      population: Double,
      responseTime: FiniteDuration,
      thinkTime: FiniteDuration = Duration.Zero
  ): Double = {
    require(responseTime + thinkTime > Duration.Zero, "response and think time must not both be 0")
    population / (responseTime + thinkTime).toUnit(SECONDS)
  }

  /** R; negative where so few users cannot have had so high a throughput. */
  def responseTime(
      population: Double,
      perSecond: Double,
      thinkTime: FiniteDuration = Duration.Zero
  ): FiniteDuration = cycle(population, perSecond) - thinkTime

  /** Z; negative where so few users cannot have had so high a throughput. */
  def thinkTime(population: Double, perSecond: Double, responseTime: FiniteDuration): FiniteDuration =
    cycle(population, perSecond) - responseTime

  /** By which part of N the product X · (R + Z) differs from it: −0.05 is 5 % too small. */
  def gap(
      population: Double,
      perSecond: Double,
      responseTime: FiniteDuration,
      thinkTime: FiniteDuration = Duration.Zero
  ): Double = {
    require(population > 0, s"population ($population) must be > 0")
    this.population(perSecond, responseTime, thinkTime) / population - 1
  }

  private def cycle(population: Double, perSecond: Double): FiniteDuration = {
    require(perSecond > 0, s"throughput ($perSecond per second) must be > 0")
    (population / perSecond).seconds
  }
}
