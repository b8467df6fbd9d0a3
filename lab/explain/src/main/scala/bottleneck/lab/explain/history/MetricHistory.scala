package bottleneck.lab.explain.history

import bottleneck.lab.explain.statistics.{ChangePoint, ChangePoints}

/** One metric of one variant over the nights.
  *
  * @param rate
  *   the least false discovery rate at which the newest night's look is one that finds something, among those of all
  *   series of that night; none where the variant has no value of the newest night
  */
final case class MetricHistory(
    experiment: String,
    variant: String,
    metric: Metric,
    watch: Watch,
    rate: Option[Double]
) {
  def values: Vector[NightValue] = watch.values

  /** A change that is suspected or confirmed, for better or worse. */
  def change: Option[Suspicion] = watch.suspicion

  /** The same where it is for the worse. */
  def regression: Option[Suspicion] = change.filter(found => metric.isWorse(found.ratio))

  /** The same where a run since shows it too: what fails a build. */
  def confirmed: Option[Suspicion] = regression.filter(_.confirmed.isDefined)

  /** Of the whole series, whatever is suspected or accepted. */
  lazy val changePoints: Vector[ChangePoint] = ChangePoints.of(values.map(_.value), Look.leastEffect)
}
