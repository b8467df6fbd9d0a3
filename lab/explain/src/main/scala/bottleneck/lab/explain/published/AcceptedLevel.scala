package bottleneck.lab.explain.published

import bottleneck.lab.files.{Csv, CsvError, CsvRow}
import java.nio.file.{Files, Path}
import java.time.Instant
import scala.util.Try

/** A change that a person accepted: nights are compared with those since then alone.
  *
  * @param experiment
  *   all where there is none
  * @param reason
  *   a sentence
  */
final case class AcceptedLevel(experiment: Option[String], since: Instant, reason: String) {
  def isOf(other: String): Boolean = experiment.forall(_ == other)
}

object AcceptedLevel {
  private val columns = Vector("experiment", "since", "reason")

  /** Reads baseline.csv in the folder `data`; nothing is accepted where there is no such file. */
  private[published] def read(data: Path): Either[CsvError, Vector[AcceptedLevel]] = {
    val file = data.resolve("baseline.csv")
    if (Files.exists(file)) Csv.read(file, columns).flatMap(Csv.each(_)(level)) else Right(Vector.empty)
  }

  private def level(row: CsvRow): Either[CsvError, AcceptedLevel] = for {
    since <- row.as("since", "time such as 2026-03-16T00:00:00Z")(cell => Try(Instant.parse(cell)).toOption)
    reason <- Either.cond(row("reason").endsWith("."), row("reason"), row.wrong("its reason is no sentence"))
  } yield AcceptedLevel(Some(row("experiment")).filter(_.nonEmpty), since, reason)
}
