package bottleneck.lab.claims

import bottleneck.lab.claims.page.Rebuild
import bottleneck.lab.claims.published.Published
import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.record.RunRecord
import bottleneck.lab.figures.settings.Properties
import bottleneck.lab.parts.process.Ending
import java.nio.file.{Files, Path}
import scala.util.control.NonFatal

/** Makes the results of runs and the site anew from what the runs left: as after a run was deleted or fetched from
  * elsewhere, or when the lab judges better than it did.
  */
object BuildSite {
  private val usage =
    """usage: BuildSite DATA RESULTS [HISTORY]
      |  DATA     the folder with published.csv and claims.csv
      |  RESULTS  the folder with the folders of runs: their results are computed anew, and the site is written there
      |  HISTORY  a folder with the folders of earlier runs, or a file with a result in each line, which are only read;
      |           without it that of -Dlab.history=""".stripMargin

  def main(arguments: Array[String]): Unit = {
    val built = arguments.map(Path.of(_)) match {
      case Array(data, results) => build(data, results, sys.props.get(Properties.history.name).map(Path.of(_)))
      case Array(data, results, history) => build(data, results, Some(history))
      case _ => Left(Problem(usage))
    }
    built.fold(problem => Ending.fail(problem.sentence), _.foreach(println))
  }

  /** A sentence for each result that is kept as it was, and the address of the first page; or why nothing was built. */
  private[lab] def build(data: Path, results: Path, history: Option[Path]): Either[Problem, Vector[String]] = for {
    _ <- (Vector(results).filterNot(Files.isDirectory(_)) ++ history.filterNot(Files.exists(_))).headOption
      .map(missing => Problem(s"$missing is no folder: name one that holds the folders of runs."))
      .toLeft(())
    published <- Published.read(data)
  } yield Ending.orExit {
    val kept = ResultFiles.folders(results, RunRecord.file, ResultFiles.name).flatMap(recompute(_, published))
    kept :+ s"results: ${Rebuild.site(results, history, Simulations.studies, published).toUri}"
  }

  /** Writes the result of a run anew; where that is not possible, why it is kept as it was. One damaged run hides no
    * other.
    */
  private def recompute(folder: Path, published: Published): Option[String] = {
    def written: Either[Problem, Unit] = for {
      found <- RunRecord.read(folder)
      record <- found.toRight(Problem(s"it has no ${RunRecord.file}."))
      run <- Explanation.of(folder, record, published)
    } yield RunFiles.write(folder, run.result, run.statistics)
    val recomputed =
      try written
      catch { case NonFatal(error) => Left(Problem(s"its files do not go together: $error.")) }
    recomputed.left.toOption.map(why => s"$folder: its result is kept as it was: ${why.sentence}")
  }
}
