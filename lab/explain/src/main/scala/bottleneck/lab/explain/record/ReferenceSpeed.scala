package bottleneck.lab.explain.record

import bottleneck.lab.files.{Csv, CsvError, CsvRow, SpeedCores, SpeedRate, SpeedWork}
import java.nio.file.Path

/** How often per second the machine that README's figures are from did each piece of fixed work. */
final case class ReferenceSpeed(perSecond: Map[(SpeedWork, SpeedCores), Double]) {
  require(ReferenceSpeed.all.forall(perSecond.contains), s"a rate is missing of ${ReferenceSpeed.all.mkString(", ")}")

  /** The content of the file. */
  def render: String = Csv.render(ReferenceSpeed.columns +: ReferenceSpeed.all.map { case (work, cores) =>
    Vector(work.name, cores.name, SpeedRate.number(perSecond((work, cores))))
  })
}

object ReferenceSpeed {

  /** Where it is in the folder `data`. */
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
