package bottleneck.lab.explain.record

import bottleneck.lab.files.{Csv, CsvError, CsvRow, SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import java.nio.file.{Files, Path}

/** Speed of the machine at fixed work beside a run, relative to the reference machine (1.0: as fast).
  *
  * @param rates
  *   measured rates
  */
final case class Speed(jvm: WorkSpeed, database: WorkSpeed, rates: Vector[SpeedRate]) {
  def of(work: SpeedWork): WorkSpeed = work match {
    case SpeedWork.Jvm => jvm
    case SpeedWork.Database => database
  }

  /** Relative change of speed between two runs, from the rates that both have. */
  def spreadTo(other: Speed, work: SpeedWork): Option[Double] =
    Speed.spread(rates.filter(_.work == work), other.rates.filter(_.work == work))(rate => (rate.moment, rate.cores))
}

/** Speed at one kind of work, relative to the reference machine; none for PostgreSQL where the lab started none.
  *
  * @param mean
  *   geometric mean of `before` and `after` the load, each one of the rates on one core and on all
  * @param spread
  *   higher ÷ lower of these two − 1, from the rates measured at both moments
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

  /** Speed measured beside the run in `folder`; none if nothing was measured. The error is a sentence. */
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

  /** Relative change over rates with the same `key` only: any other pair differs by more than the machine. */
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

/** Rows of speed.csv in a run's folder. */
object SpeedRows {

  /** The rates of a run; none where its folder has no such file. The first thing that is wrong in it is the error, a
    * sentence.
    */
  def read(folder: Path): Either[String, Vector[SpeedRate]] = {
    val file = folder.resolve(SpeedRate.file)
    if (!Files.exists(file)) Right(Vector.empty)
    else
      for {
        rates <- Csv.read(file, SpeedRate.columns).flatMap(Csv.each(_)(rate)).left.map(_.message)
        keys = rates.map(rate => (rate.moment, rate.work, rate.cores))
        _ <- Either.cond(keys.distinct.size == keys.size, (), s"$file is wrong: it has a rate twice.")
      } yield rates
  }

  private def rate(row: CsvRow): Either[CsvError, SpeedRate] = for {
    moment <- word(row, "moment")(SpeedMoment.all)(_.name)
    work <- word(row, "work")(SpeedWork.all)(_.name)
    cores <- word(row, "cores")(SpeedCores.all)(_.name)
    perSecond <- perSecond(row)
  } yield SpeedRate(moment, work, cores, perSecond)

  private[record] def word[A](row: CsvRow, column: String)(all: Vector[A])(
      name: A => String
  ): Either[CsvError, A] =
    all.find(name(_) == row(column)).toRight(row.wrong(s"${row(column)} is no $column"))

  private[record] def perSecond(row: CsvRow): Either[CsvError, Double] =
    row.as("per_second", "number above 0")(_.toDoubleOption.filter(rate => rate > 0 && !rate.isInfinite))
}

/** Rates of the reference machine (that of README's figures) at each piece of fixed work, per second. */
final case class ReferenceSpeed(perSecond: Map[(SpeedWork, SpeedCores), Double]) {
  require(ReferenceSpeed.all.forall(perSecond.contains), s"a rate is missing of ${ReferenceSpeed.all.mkString(", ")}")

  /** The content of the file. */
  def render: String = Csv.render(ReferenceSpeed.columns +: ReferenceSpeed.all.map { case (work, cores) =>
    Vector(work.name, cores.name, SpeedRate.number(perSecond((work, cores))))
  })
}

object ReferenceSpeed {

  /** Name of the file in the folder `data`. */
  val file = "reference-speed.csv"

  private val columns = SpeedRate.columns.filterNot(_ == "moment")
  private val all = for { work <- SpeedWork.all; cores <- SpeedCores.all } yield (work, cores)

  /** The geometric mean of each rate over all moments and runs; the first one that was not measured is the error. */
  def of(rates: Vector[SpeedRate]): Either[String, ReferenceSpeed] = {
    val known = rates.groupMap(rate => (rate.work, rate.cores))(_.perSecond)
    all
      .find(!known.contains(_))
      .map { case (work, cores) => s"no run measured ${work.name} work on ${cores.name} of its cores" }
      .toLeft(ReferenceSpeed(known.flatMap { case (key, values) => Speed.geometricMean(values).map(key -> _) }))
  }

  /** Reads it in the folder `data`; the first thing that is wrong in it is the error, a sentence. */
  def read(data: Path): Either[String, ReferenceSpeed] = {
    val file = data.resolve(this.file)
    for {
      rates <- Csv.read(file, columns).flatMap(Csv.each(_)(rate)).left.map(_.message)
      _ <- Either.cond(
        rates.map(_._1).toSet == all.toSet,
        (),
        s"$file is wrong: it needs a rate of each work on one core and on all."
      )
      _ <- Either.cond(rates.size == all.size, (), s"$file is wrong: it has a rate twice.")
    } yield ReferenceSpeed(rates.toMap)
  }

  private def rate(row: CsvRow): Either[CsvError, ((SpeedWork, SpeedCores), Double)] = for {
    work <- SpeedRows.word(row, "work")(SpeedWork.all)(_.name)
    cores <- SpeedRows.word(row, "cores")(SpeedCores.all)(_.name)
    perSecond <- SpeedRows.perSecond(row)
  } yield (work, cores) -> perSecond
}
