package bottleneck.lab.explain.record

import bottleneck.lab.files.{Csv, CsvError, CsvRow, SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import java.nio.file.{Files, Path}

/** What speed.csv in a run's folder says of the machine. */
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
