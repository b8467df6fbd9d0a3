package bottleneck.lab.explain.result

import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import java.nio.file.{Files, Path}

/** What speed.csv in a run's folder says of the machine. */
object SpeedRows {

  /** The rates of a run; none where its folder has no such file, which an earlier version did not leave. The first
    * thing that is wrong in it is the error, a sentence.
    */
  def read(folder: Path): Either[String, Vector[SpeedRate]] = {
    val file = folder.resolve(SpeedRate.file)
    if (!Files.exists(file)) Right(Vector.empty)
    else
      for {
        rows <- CsvTable.read(file, SpeedRate.columns).left.map(_.message)
        rates <- CsvTable.sequence(rows.map(rate)).left.map(_.message)
        keys = rates.map(rate => (rate.moment, rate.work, rate.cores))
        _ <- Either.cond(keys.distinct.size == keys.size, (), s"$file is wrong: it has a rate twice.")
      } yield rates
  }

  private def rate(row: CsvRow): Either[PublishedError, SpeedRate] = for {
    moment <- word(row, "moment")(SpeedMoment.all)(_.name)
    work <- word(row, "work")(SpeedWork.all)(_.name)
    cores <- word(row, "cores")(SpeedCores.all)(_.name)
    perSecond <- perSecond(row)
  } yield SpeedRate(moment, work, cores, perSecond)

  private[result] def word[A](row: CsvRow, column: String)(all: Vector[A])(
      name: A => String
  ): Either[PublishedError, A] =
    all.find(name(_) == row(column)).toRight(row.wrong(s"${row(column)} is no $column"))

  private[result] def perSecond(row: CsvRow): Either[PublishedError, Double] =
    row("per_second").toDoubleOption
      .filter(rate => rate > 0 && !rate.isInfinite)
      .toRight(row.wrong(s"per_second is no number above 0: ${row("per_second")}"))
}
