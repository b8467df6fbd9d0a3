package bottleneck.lab.explain.history

import bottleneck.lab.explain.verdict.{StoredResult, Study}

/** All series of the nights, in the order of studies and of their variants.
  *
  * @param leftOut
  *   how many runs count in no series, by why
  */
final case class Histories(nights: Vector[Night], series: Vector[MetricHistory], leftOut: Map[String, Int]) {

  /** Whether there is anything to compare. */
  def isShown: Boolean = nights.size > 1

  def of(study: Study): Vector[MetricHistory] = series.filter(_.experiment == study.id)

  /** That changed, those that fail a build first. */
  def changed: Vector[MetricHistory] = series
    .filter(_.change.isDefined)
    .sortBy(one => (one.confirmed.isEmpty, one.regression.isEmpty))

  /** Regressions that no run has confirmed yet. */
  def suspected: Vector[MetricHistory] = series.filter(one => one.regression.isDefined && one.confirmed.isEmpty)

  /** How many were tested after the newest night. */
  def tested: Int = series.count(_.rate.isDefined)
}

object Histories {

  /** Nights that are looked at: Otava's window twice. */
  private val most = 100

  val none: Histories = Histories(Vector.empty, Vector.empty, Map.empty)

  /** Of the runs of `studies`; those of each variant that compare with its newest one. */
  def of(runs: Vector[StoredResult], studies: Vector[Study]): Histories = {
    val known = studies.map(_.id).toSet
    val nights = Night.of(runs.filter(run => known(run.result.run.experiment))).takeRight(most)
    val read = NightlyRuns.of(nights)
    val place = studies.map(_.id).zipWithIndex.toMap
    val series = watched(read.values.filter(_.nights.size > 1), nights.size)
    Histories(nights, series.sortBy(one => place(one.experiment)), read.leftOut)
  }

  /** Night by night, as the looks of all series of a night are judged together. */
  private def watched(series: Vector[NightlyValues], nights: Int): Vector[MetricHistory] = {
    val start = series.map(one => MetricHistory(one.experiment, one.variant, one.metric, Watch(), None))
    (0 until nights).foldLeft(start)((sofar, night) => after(sofar, series.map(_.of(night))))
  }

  private def after(sofar: Vector[MetricHistory], night: Vector[Option[NightValue]]): Vector[MetricHistory] = {
    val grown =
      sofar.zip(night).zipWithIndex.collect { case ((one, Some(value)), place) => place -> one.watch.and(value) }
    val judged = grown.map(_._1).zip(Watch.together(grown.map(_._2))).toMap
    sofar.zipWithIndex.map { case (one, place) =>
      judged.get(place).fold(one.copy(rate = None)) { case (watch, rate) => one.copy(watch = watch, rate = Some(rate)) }
    }
  }
}
