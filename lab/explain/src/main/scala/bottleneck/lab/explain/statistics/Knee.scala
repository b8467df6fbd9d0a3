package bottleneck.lab.explain.statistics

/** Measurements at one step of a load staircase.
  *
  * @param load
  *   users, or arrivals per second
  * @param throughput
  *   OK responses per second
  * @param errors
  *   failed share of all requests, 0 to 1
  */
final case class Level(load: Double, throughput: Double, p95Ms: Double, errors: Double) {
  require(0 <= errors && errors <= 1, s"errors ($errors) must be a share of 0 to 1")
}

/** Service level objective: latency limit in milliseconds, and maximum share of errors. */
final case class Slo(p95Ms: Double = 500, errors: Double = 0) {
  def isMetBy(level: Level): Boolean = level.p95Ms <= p95Ms && level.errors <= errors
}

/** Knee of a load staircase.
  *
  * @param sustained
  *   last level up to which every level meets the SLO; none where the first misses it
  * @param saturation
  *   level from which more load hardly raises throughput; none if it was not reached
  */
final case class Knee(sustained: Option[Level], saturation: Option[Level])

object Knee {

  /** Throughput that is nowhere more than this part above that of the first level does not grow at all. */
  private val flat = 0.05

  /** The levels in any order, each load once. */
  def of(levels: Vector[Level], slo: Slo = Slo()): Knee = {
    require(levels.nonEmpty, "a staircase must have a level")
    require(levels.map(_.load).distinct.size == levels.size, s"loads (${levels.map(_.load)}) must differ")
    val staircase = levels.sortBy(_.load)
    Knee(staircase.takeWhile(slo.isMetBy).lastOption, saturation(staircase))
  }

  /** Kneedle with sensitivity 1 (Satopää et al. 2011, Finding a "Kneedle" in a Haystack, ICDCSW, §IV): with both axes
    * scaled to 0…1, the first level where throughput is ahead of load by a local maximum, once that lead has dropped by
    * more than an average step of load. So a knee shows only to who goes on for two levels or so beyond it.
    */
  private def saturation(staircase: Vector[Level]): Option[Level] =
    if (staircase.size < 3) None
    else if (neverGrows(staircase.map(_.throughput))) staircase.headOption
    else {
      val lead = scaled(staircase.map(_.throughput)).zip(scaled(staircase.map(_.load))).map { case (y, x) => y - x }
      val step = 1.0 / (staircase.size - 1)
      staircase.indices.find(i => isPeak(lead, i) && dropsFrom(lead, i, step)).map(staircase)
    }

  private def neverGrows(throughput: Vector[Double]): Boolean =
    throughput.max - throughput.head <= flat * throughput.max

  private def scaled(values: Vector[Double]): Vector[Double] =
    values.map(value => (value - values.min) / (values.max - values.min))

  private def isPeak(lead: Vector[Double], i: Int): Boolean =
    0 < i && i < lead.size - 1 && lead(i - 1) < lead(i) && lead(i) >= lead(i + 1)

  /** True if the lead drops below its threshold before it is as large again. */
  private def dropsFrom(lead: Vector[Double], i: Int, step: Double): Boolean =
    lead.drop(i + 1).takeWhile(_ <= lead(i)).exists(_ < lead(i) - step)
}
