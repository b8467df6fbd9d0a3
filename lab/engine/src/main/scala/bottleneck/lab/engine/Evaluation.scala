package bottleneck.lab.engine

import bottleneck.lab.figures.preparation.Slice
import bottleneck.lab.figures.record.{InjectorShare, RunRecord, Trial}
import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.target.{Load, Target}
import java.nio.file.Path
import java.util.ServiceLoader

/** Everything that a run needs of whoever judges it: words for the console, hashes of criteria, results of earlier
  * runs, and at its end the result. The run itself knows of no study, verdict or page.
  */
private[lab] trait Evaluation {

  /** First line that is printed: the simulation and the question of its study, where it has one. */
  def question: String

  /** Lines below it, before anything is started. */
  def announcement(target: Target, load: Load): Vector[String]

  /** OK responses/s of the sustained level of a variant's newest sound staircase in the same study. */
  def sustained(variant: String): Option[Double]

  /** Hash of each criterion, by the id of its statement. */
  def criteria: Map[String, String]

  /** The prediction as a line, by the files that the run has left before its load. */
  def prediction(folder: Path, record: RunRecord): Option[String]

  /** Records why the run is not started: the page that says so. */
  def skip(reason: String): Path

  /** What was read of a log. */
  type Reading

  /** Makes of the log in the folder `left` that of the load alone, in `own` where several variants share it, and reads
    * it, before there is a record by which it could be explained again.
    */
  def read(left: Path, own: Path, load: Load, kept: KeptUsers): Reading

  /** Joins the full slices of one variant, of the run in `shared`, to the log and the metrics of its `own` folder, and
    * reads that log.
    */
  def join(shared: Path, own: Path, record: RunRecord, full: Vector[Slice]): Reading

  /** Writes the result beside what the run left. */
  def conclude(folder: Path, record: RunRecord, reading: Reading): Conclusion

  /** Writes the pages anew, with what is in the results by now. Last lines of a run: every variant that this invocation
    * of Maven has run, and the page to open; nothing in a JVM that runs a repeat for another one.
    */
  def overview(): Vector[String]
}

/** What judges runs, found by `ServiceLoader` when there is one. */
private[lab] trait Evaluations {

  /** Evaluation of a run of a class `simulation`. */
  def of(simulation: String, trial: Trial, settings: Settings): Evaluation
}

private object Evaluations {
  def found: Evaluations = ServiceLoader
    .load(classOf[Evaluations])
    .findFirst()
    .orElseThrow(() => new Refused("Nothing judges runs: add lab/claims to the class path."))
}

/** Conclusion of a run: lines for the console, and a sentence for everything that fails the build. */
private[lab] final case class Conclusion(summary: Vector[String], failures: Vector[String])

private[lab] object Conclusion {
  def failed(sentence: String): Conclusion = Conclusion(Vector.empty, Vector(sentence))

  /** Conclusion for the share of one of several injectors: nothing is judged. */
  def ofShare(folder: Path, share: InjectorShare): Conclusion = Conclusion(
    Vector(
      s"${share.name}: its share of the load is in $folder; merge those of all ${share.of}:",
      s"""  mvn -q test-compile exec:java@merge-logs -Dexec.args="<folder of 1> ... <folder of ${share.of}> <merged>""""
    ),
    Vector.empty
  )
}
