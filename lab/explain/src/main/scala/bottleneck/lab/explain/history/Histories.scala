package bottleneck.lab.explain.history

import bottleneck.lab.explain.published.AcceptedLevel
import bottleneck.lab.explain.verdict.{StoredResult, Study}
import java.time.Instant

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

  /** Of the runs of `studies`; those of each variant that compare with its newest one. Where a level was accepted, the
    * comparison starts anew from the first night since then.
    */
  def of(
      runs: Vector[StoredResult],
      studies: Vector[Study],
      accepted: Vector[AcceptedLevel] = Vector.empty
  ): Histories = {
    val known = studies.map(_.id).toSet
    val nights = Night.of(runs.filter(run => known(run.result.run.experiment))).takeRight(most)
    val read = NightlyRuns.of(nights)
    val place = studies.map(_.id).zipWithIndex.toMap
    val series = watched(read.values.filter(_.nights.size > 1), nights.map(_.began), accepted)
    Histories(nights, series.sortBy(one => place(one.experiment)), read.leftOut)
  }

  /** Night by night, as the looks of all series of a night are judged together. */
  private def watched(
      series: Vector[NightlyValues],
      nights: Vector[Instant],
      accepted: Vector[AcceptedLevel]
  ): Vector[MetricHistory] = {
    val start = series.map(one => MetricHistory(one.experiment, one.variant, one.metric, Watch(), None))
    nights.indices.foldLeft(start) { (sofar, night) =>
      // those that were accepted since the night before
      val since = accepted.filter(one => !nights(night).isBefore(one.since))
      val anew = since.filter(one => night > 0 && nights(night - 1).isBefore(one.since))
      val known = sofar.map(one => if (anew.exists(_.isOf(one.experiment))) one.copy(watch = one.watch.anew) else one)
      after(known, series.map(_.of(night)))
    }
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
