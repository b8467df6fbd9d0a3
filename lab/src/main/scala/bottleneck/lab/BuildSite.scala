package bottleneck.lab

import bottleneck.lab.explain.report.Rebuild
import bottleneck.lab.explain.result.{Published, Studies}
import java.nio.file.{Files, Path}

/** Rebuilds the site from the folders of runs, as after a run was deleted or fetched from elsewhere. */
object BuildSite {
  private val usage =
    """usage: BuildSite DATA RESULTS [HISTORY]
      |  DATA     the folder with published.csv and claims.csv
      |  RESULTS  the folder with the folders of runs; the site is written there
      |  HISTORY  a folder with the folders of earlier runs; without it that of -Dlab.history=""".stripMargin

  def main(arguments: Array[String]): Unit = arguments.map(Path.of(_)) match {
    case Array(data, results) => build(data, results, sys.props.get("lab.history").map(Path.of(_)))
    case Array(data, results, history) => build(data, results, Some(history))
    case _ => refuse(usage)
  }

  private def build(data: Path, results: Path, history: Option[Path]): Unit =
    (results +: history.toVector).find(!Files.isDirectory(_)) match {
      case Some(missing) => refuse(s"$missing is no folder: name one that holds the folders of runs.")
      case None =>
        Published.read(data) match {
          case Right(published) =>
            val page = Ending.orExit(Rebuild.site(results, history, Studies.found, published))
            println(s"results: ${page.toUri}")
          case Left(error) => refuse(error.message)
        }
    }

  private def refuse(sentence: String): Unit = {
    System.err.println(sentence)
    sys.exit(1)
  }
}
