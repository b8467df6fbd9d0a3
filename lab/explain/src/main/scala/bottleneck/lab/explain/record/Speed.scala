package bottleneck.lab.explain.record

import bottleneck.lab.files.{SpeedMoment, SpeedRate, SpeedWork}
import java.nio.file.Path

/** How fast the machine did fixed work beside a run, as parts of what the reference machine does (1.0: as fast).
  *
  * @param rates
  *   what it is computed from
  */
final case class Speed(jvm: WorkSpeed, database: WorkSpeed, rates: Vector[SpeedRate]) {
  def of(work: SpeedWork): WorkSpeed = work match {
    case SpeedWork.Jvm => jvm
    case SpeedWork.Database => database
  }

  /** By how much the machine was faster for one of two runs than for the other, by what was measured for both. */
  def spreadTo(other: Speed, work: SpeedWork): Option[Double] =
    Speed.spread(rates.filter(_.work == work), other.rates.filter(_.work == work))(rate => (rate.moment, rate.cores))
}

/** Of one kind of work; of PostgreSQL none where the lab started none.
  *
  * @param mean
  *   geometric mean of `before` and `after` the load, each one of the rates on one core and on all
  * @param spread
  *   the higher of these two ÷ the lower one, less 1, by what was measured at both moments
  */
final case class WorkSpeed(
    mean: Option[Double],
    before: Option[Double],
    after: Option[Double],
    spread: Option[Double]
) {
  def at(moment: SpeedMoment): Option[Double] = moment match {
    case SpeedMoment.Before => before
    case SpeedMoment.After => after
  }
}

object Speed {

  /** From which spread on two runs, or the two ends of one, are not of an equally fast machine: the lab's choice, above
    * what the probe itself varies by.
    */
  val notable = 0.1

  /** What was measured beside the run in `folder`; none where nothing was. The error is a sentence. */
  def read(folder: Path, data: Path): Either[String, Option[Speed]] =
    SpeedRows.read(folder).flatMap { rates =>
      if (rates.isEmpty) Right(None) else ReferenceSpeed.read(data).map(reference => Some(of(rates, reference)))
    }

  def of(rates: Vector[SpeedRate], reference: ReferenceSpeed): Speed = {
    def taken(work: SpeedWork, moment: SpeedMoment): Vector[SpeedRate] =
      rates.filter(rate => rate.work == work && rate.moment == moment)
    def at(work: SpeedWork, moment: SpeedMoment): Option[Double] =
      geometricMean(taken(work, moment).map(rate => rate.perSecond / reference.perSecond((rate.work, rate.cores))))
    def speed(work: SpeedWork): WorkSpeed = WorkSpeed(
      geometricMean(SpeedMoment.all.flatMap(at(work, _))),
      at(work, SpeedMoment.Before),
      at(work, SpeedMoment.After),
      spread(taken(work, SpeedMoment.Before), taken(work, SpeedMoment.After))(_.cores)
    )
    Speed(speed(SpeedWork.Jvm), speed(SpeedWork.Database), rates)
  }

  /** Of rates with the same `key` only: all of the others say something about what was measured, not the machine. */
  private def spread[K](one: Vector[SpeedRate], other: Vector[SpeedRate])(key: SpeedRate => K): Option[Double] = {
    val known = one.map(rate => key(rate) -> rate.perSecond).toMap
    geometricMean(other.flatMap(rate => known.get(key(rate)).map(rate.perSecond / _)))
      .map(change(_, 1))
  }

  /** By which part the faster of two speeds is above the slower one. */
  def change(one: Double, other: Double): Double = math.max(one / other, other / one) - 1

  /** None of no values; all must be above 0. */
  private[explain] def geometricMean(values: Vector[Double]): Option[Double] =
    Option.when(values.nonEmpty)(math.exp(values.map(math.log).sum / values.size))
}
