package bottleneck.lab.claims

import bottleneck.lab.claims.page.document.Documents
import bottleneck.lab.claims.published.Published
import bottleneck.lab.claims.verdict._
import bottleneck.lab.figures.Problem
import bottleneck.lab.log.WholeFile
import bottleneck.lab.parts.process.Ending
import java.nio.file.{Files, Path}

/** Writes the parts of the documentation that follow from code and from the results in docs/results.jsonl. */
object WriteDocs {
  private val usage =
    """Writes the generated documents: docs/results.md, docs/pictures, docs/reference and the findings of README.md.
      |
      |usage: WriteDocs PROJECT [RESULTS]
      |  PROJECT  the root of the checkout
      |  RESULTS  a folder with the folders of runs: of each variant the newest runs that count, as many as it is to
      |           run at least, replace those in docs/results.jsonl""".stripMargin

  def main(arguments: Array[String]): Unit = arguments.toVector.map(Path.of(_)) match {
    case Vector(project) => write(project).fold(problem => Ending.fail(problem.sentence), _.foreach(println))
    case Vector(project, results) if Files.isDirectory(results) =>
      take(results, project)
        .flatMap(_ => write(project))
        .fold(problem => Ending.fail(problem.sentence), _.foreach(println))
    case Vector(_, results) => Ending.fail(s"$results is no folder: name one that holds the folders of runs.")
    case _ => Ending.fail(usage)
  }

  /** Text of each document by its file, or what is wrong with the data or the results. */
  def documents(project: Path): Either[Problem, Map[Path, String]] = for {
    published <- Published.read(project.resolve("data"))
    found <- before(project)
  } yield {
    val studies = Simulations.studies
    def there(path: String): String = Files.readString(project.resolve(path))
    Documents.all(Findings.of(found, studies, published), studies, ListExperiments.rows, published, there).map {
      case (path, text) => project.resolve(path) -> text
    }
  }

  private def write(project: Path): Either[Problem, Vector[Path]] = documents(project).map { all =>
    all.foreach { case (file, text) =>
      val _ = Files.createDirectories(file.getParent)
      WholeFile.write(file, text)
    }
    all.keys.toVector.sorted
  }

  /** Keeps of each experiment with new runs those that its page would judge, of a variant as many as it is to run at
    * least; or an error in the earlier results, which are then kept: a sentence.
    */
  private[lab] def take(
      results: Path,
      project: Path,
      times: ((String, String)) => Int = repeats
  ): Either[Problem, Unit] = before(project).map { found =>
    val byExperiment = found.results.groupBy(_.result.run.experiment)
    val fresh = ResultFiles.find(Vector(results))
    val counted = fresh.results.filter(_.uncertainty.isDefined)
    val kept = counted.groupBy(_.result.run.experiment).map { case (experiment, runs) =>
      val known = (runs ++ byExperiment.getOrElse(experiment, Vector.empty)).distinctBy(_.result.run.id)
      experiment -> Evidence.of(known).variants.flatMap(of => of.weighed.take(times(experiment -> of.name)))
    }
    val turns = (fresh.turns ++ found.turns)
      .distinctBy(_.id)
      .groupBy(_.study)
      .values
      .flatMap(runs => Evidence.of(Vector.empty, turns = runs).turns)
      .toVector
    ResultFiles.writeLines(committed(project), (byExperiment ++ kept).values.flatten.map(_.result).toVector, turns)
  }

  private def before(project: Path): Either[Problem, FoundResults] = {
    val found = ResultFiles.committed(committed(project))
    found.damaged.headOption.map(of => Problem(s"${of.file}: ${of.problem.sentence}")).toLeft(found)
  }

  private def repeats: ((String, String)) => Int = Simulations.found
    .map(_.variant)
    .map(of => (of.trial.study, of.trial.variant) -> of.repeats)
    .toMap
    .withDefaultValue(1)

  private def committed(project: Path): Path = project.resolve("docs").resolve("results.jsonl")
}
