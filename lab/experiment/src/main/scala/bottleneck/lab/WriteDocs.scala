package bottleneck.lab

import bottleneck.lab.explain.page.document.Documents
import bottleneck.lab.explain.published._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.files.WholeFile
import java.nio.file.{Files, Path}

/** Writes the parts of the documentation that follow from code and from the results in docs/results. */
object WriteDocs {
  private val usage =
    """Writes the generated documents: docs/results.md, docs/pictures, docs/reference and the findings of README.md.
      |
      |usage: WriteDocs PROJECT [RESULTS]
      |  PROJECT  the root of the checkout
      |  RESULTS  a folder with the folders of runs: the newest sound runs of each variant, as many as it is to run
      |           at least, replace those in docs/results""".stripMargin

  def main(arguments: Array[String]): Unit = arguments.toVector.map(Path.of(_)) match {
    case Vector(project) => write(project).fold(fail, _.foreach(println))
    case Vector(project, results) if Files.isDirectory(results) =>
      take(results, project)
      write(project).fold(fail, _.foreach(println))
    case Vector(_, results) => fail(s"$results is no folder: name one that holds the folders of runs.")
    case _ => fail(usage)
  }

  /** Text of each document by its file, or what is wrong with the data or the results: a sentence. */
  def documents(project: Path): Either[String, Map[Path, String]] = for {
    published <- Published.read(project.resolve("data")).left.map(_.message)
    found = ResultFiles.committed(committed(project))
    _ <- found.damaged.headOption.map(damaged => s"${damaged.file}: ${damaged.error.message}").toLeft(())
    readme = Files.readString(project.resolve("README.md"))
  } yield {
    val studies = Simulations.studies
    Documents.all(Findings.of(found, studies, published), studies, ListExperiments.rows, published, readme).map {
      case (path, text) =>
        project.resolve(path) -> text
    }
  }

  private def write(project: Path): Either[String, Vector[Path]] = documents(project).map { all =>
    all.foreach { case (file, text) =>
      val _ = Files.createDirectories(file.getParent)
      WholeFile.write(file, text)
    }
    all.keys.toVector.sorted
  }

  /** @param times how often a variant is to run at least, by the ids of experiment and variant */
  private[lab] def take(results: Path, project: Path, times: ((String, String)) => Int = repeats): Unit = {
    val folder = Files.createDirectories(committed(project))
    val before = ResultFiles.committed(folder).results
    val sound = ResultFiles.find(Vector(results)).results.filter(_.result.sound)
    sound.groupBy(stored => variant(stored.result)).foreach { case (of, runs) =>
      before.filter(old => variant(old.result) == of).foreach(old => Files.delete(old.folder))
      runs.sortBy(_.result.run.startedAt).takeRight(times(of)).foreach { stored =>
        // named by where it is: an id is what somebody wrote
        val text = Files.readString(stored.folder.resolve(ResultFiles.name))
        WholeFile.write(folder.resolve(s"${stored.folder.getFileName}.json"), text)
      }
    }
  }

  private def repeats: ((String, String)) => Int = Simulations.found
    .map(_.setup)
    .map(of => (of.trial.study.id, of.trial.variant) -> of.repeats)
    .toMap
    .withDefaultValue(1)

  private def variant(result: Result): (String, String) = result.run.experiment -> result.run.variant

  private def committed(project: Path): Path = project.resolve("docs").resolve("results")

  private def fail(sentence: String): Nothing = {
    System.err.println(sentence)
    sys.exit(1)
  }
}
