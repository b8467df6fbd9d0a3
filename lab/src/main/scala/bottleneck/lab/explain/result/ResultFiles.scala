package bottleneck.lab.explain.result

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using

/** A result.json that cannot be used. */
final case class DamagedResult(file: Path, error: ResultError)

/** The results that were found.
  *
  * @param damaged
  *   those that are left out, each with the reason
  */
final case class FoundResults(results: Vector[StoredResult], damaged: Vector[DamagedResult])

object ResultFiles {
  val name = "result.json"

  /** Reads the result.json of every folder in `folders`; a folder without one is no result. */
  def find(folders: Vector[Path]): FoundResults = {
    val read = folders.filter(Files.isDirectory(_)).flatMap(runsIn).map(run => readIn(run).map(StoredResult(run, _)))
    FoundResults(read.flatMap(_.toOption).distinctBy(_.result.run.id), read.flatMap(_.left.toOption))
  }

  private def runsIn(folder: Path): Vector[Path] =
    Using.resource(Files.list(folder))(_.toScala(Vector)).filter(run => Files.exists(run.resolve(name))).sorted

  private def readIn(run: Path): Either[DamagedResult, Result] = {
    val file = run.resolve(name)
    val read =
      try ResultJson.parse(Files.readString(file))
      catch { case error: IOException => Left(ResultError.Damaged(error.toString)) }
    read.left.map(DamagedResult(file, _))
  }
}
