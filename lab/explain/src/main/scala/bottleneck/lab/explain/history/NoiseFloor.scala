package bottleneck.lab.explain.history

import bottleneck.lab.explain.verdict.Study
import org.hipparchus.distribution.continuous.TDistribution

/** How much a metric differs between variants that are the same, in one night.
  *
  * @param nights
  *   in which both ran
  * @param part
  *   by which the higher value lies above the lower one at most, in 95 of 100 such nights
  */
final case class NoiseFloor(experiment: String, metric: Metric, nights: Int, part: Double)

object NoiseFloor {
  private val share = 0.95

  /** With fewer nights a floor says little. */
  val fewest = 5

  /** Of each metric that enough nights have of the first two variants that the study calls alike. */
  def of(study: Study, histories: Histories): Vector[NoiseFloor] = study.conclusions.alike match {
    case Vector(one, other, _*) => Metric.all.flatMap(of(study, one, other, _, histories))
    case _ => Vector.empty
  }

  private def of(
      study: Study,
      one: String,
      other: String,
      metric: Metric,
      histories: Histories
  ): Option[NoiseFloor] = {
    def values(variant: String): Map[Int, Double] = histories
      .of(study)
      .filter(series => series.variant == variant && series.metric == metric)
      .flatMap(_.values)
      .map(night => night.night -> night.value)
      .toMap
    val (first, second) = (values(one), values(other))
    val differences = first.keySet.intersect(second.keySet).toVector.map(n => math.log(second(n) / first(n)))
    Option.when(differences.size >= fewest)(NoiseFloor(study.id, metric, differences.size, reach(differences)))
  }

  /** The variants are the same, so the mean difference is 0 and each night a degree of freedom. */
  private def reach(differences: Vector[Double]): Double = {
    val standard = math.sqrt(differences.map(one => one * one).sum / differences.size)
    val quantile = new TDistribution(differences.size.toDouble).inverseCumulativeProbability((1 + share) / 2)
    math.exp(quantile * standard) - 1
  }
}
