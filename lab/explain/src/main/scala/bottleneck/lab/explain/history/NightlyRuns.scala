package bottleneck.lab.explain.history

import bottleneck.lab.explain.record.{LoadDescription, Result}
import bottleneck.lab.explain.verdict.StoredResult

/** The values of one metric of a variant. */
private[history] final case class NightlyValues(
    experiment: String,
    variant: String,
    metric: Metric,
    nights: Vector[NightValue]
) {
  private lazy val byNight = nights.map(value => value.night -> value).toMap

  def of(night: Int): Option[NightValue] = byNight.get(night)
}

/** What the runs of nights give to series, and how many give nothing, by why. */
private[history] final case class NightlyRuns(values: Vector[NightlyValues], leftOut: Map[String, Int])

private[history] object NightlyRuns {

  def of(nights: Vector[Night]): NightlyRuns = {
    val placed = nights.zipWithIndex.flatMap { case (night, place) => night.runs.map(place -> _) }
    val variants = placed.groupBy { case (_, run) => (run.result.run.experiment, run.result.run.variant) }
    val read = variants.toVector
      .sortBy { case ((experiment, variant), runs) => (experiment, factor(runs.last._2.result), variant) }
      .map { case ((experiment, variant), runs) => ofVariant(experiment, variant, runs) }
    val counts = read.flatMap(_.leftOut).groupMapReduce(_._1)(_._2)(_ + _)
    NightlyRuns(read.flatMap(_.values), counts)
  }

  /** Runs with the place of their night, in order. */
  private type Placed = Vector[(Int, StoredResult)]

  private def ofVariant(experiment: String, variant: String, runs: Placed): NightlyRuns = {
    val newest = conditions(runs.last._2.result)
    val judged = runs.map { case (night, run) => reason(run, newest).toLeft(night -> run) }
    val (reasons, counted) = judged.partitionMap(identity)
    val values = Metric.all.map(metric => NightlyValues(experiment, variant, metric, byNight(counted, metric)))
    val unknown = counted.flatMap { case (_, run) => Metric.Throughput.value(run.result).left.toOption }
    NightlyRuns(values, (reasons ++ unknown).groupMapReduce(identity)(_ => 1)(_ + _))
  }

  /** Why a run is in no series. */
  private def reason(run: StoredResult, newest: Conditions): Option[String] =
    if (!run.result.valid) Some("invalid")
    else if (run.uncertainty.isEmpty) Some("disturbed by an unknown part")
    else if (conditions(run.result) != newest) Some("of other cores, Java, scale or load than the variant's newest run")
    else None

  /** Of each night its sound runs, or the disturbed ones where none is sound; the first of them gives the value. */
  private def byNight(runs: Placed, metric: Metric): Vector[NightValue] = {
    val nights = runs.groupMap(_._1)(_._2).toVector.sortBy(_._1)
    nights.flatMap { case (night, ofNight) =>
      val sound = ofNight.filter(_.result.sound)
      val values = (if (sound.isEmpty) ofNight else sound).flatMap(run => metric.value(run.result).toOption)
      values.headOption.map(NightValue(night, _, values.tail))
    }
  }

  /** What runs of a variant must have in common; the code is what is compared. */
  private final case class Conditions(cpus: Int, java: Option[String], scale: String, load: LoadDescription)

  private def conditions(run: Result): Conditions =
    Conditions(run.machine.cpus, run.machine.versions.serviceJava, run.run.identity.scale, run.load)

  private def factor(run: Result): Double = run.run.factor.fold(0.0)(_.value)
}
