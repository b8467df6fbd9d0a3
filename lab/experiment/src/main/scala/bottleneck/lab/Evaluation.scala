package bottleneck.lab

import bottleneck.lab.explain.{Explanation, Forecast, RunFiles}
import bottleneck.lab.explain.page.{Overview, Rebuild, Site, Summary}
import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.record.{InjectorShare, Result, RunRecord, Soundness, Trial}
import bottleneck.lab.explain.verdict.{Findings, ResultFiles, Skip, SkipFiles, Study}
import bottleneck.lab.model.ErrorKind
import bottleneck.lab.settings.{Refused, Settings}
import bottleneck.lab.target.{Load, Target}
import java.nio.file.Path
import java.time.Instant
import java.time.temporal.ChronoUnit.MILLIS
import scala.jdk.OptionConverters._
import scala.util.Try

/** Evaluation of a run by the studies of the build and the figures that were published, and its place on the site: the
  * run itself knows of no study, verdict or page.
  */
private final class Evaluation(simulation: String, trial: Trial, settings: Settings) {
  private val results = settings.layout.results

  private lazy val published =
    Published.read(settings.layout.data).fold(error => throw new Refused(error.message), identity)

  private def study: Option[Study] = Simulations.declared.find(_.id == trial.study)

  /** First line that is printed: the simulation and the question of its study, where it has one. */
  def question: String = simulation + study.fold("")(of => s": ${of.question}")

  /** Lines below it; refused where the published figures cannot be read: nothing is started then. */
  def announcement(target: Target, load: Load): Vector[String] = {
    val _ = published
    Announcement.of(target, load, settings)
  }

  /** Hash of each criterion, by the id of its statement. */
  def criteria: Map[String, String] = Findings.criteria(published)

  /** OK responses/s of the sustained level of a variant's newest sound staircase in the same study. */
  def sustained(variant: String): Option[Double] = {
    val cpus = Runtime.getRuntime.availableProcessors
    ResultFiles
      .find(results, settings.history)
      .results
      .map(_.result)
      .filter(result => result.run.experiment == trial.study && result.run.variant == variant)
      .filter(result => result.run.identity.scale == settings.scale.name && result.machine.cpus == cpus && result.sound)
      .filter(_.staircase.exists(_.slo.p95Ms == settings.sloP95.toMillis.toDouble))
      .maxByOption(_.run.startedAt)
      .flatMap(_.staircase)
      .flatMap(_.sustained)
      .map(_.throughput)
  }

  /** The prediction as a line, by the files that the run has left before its load. */
  def prediction(folder: Path, record: RunRecord): Option[String] =
    Forecast.of(folder, record).prediction.map(Summary.predicted)

  /** Records why the run is not started: the page that says so. */
  def skip(reason: String): Path = {
    val at = Instant.now().truncatedTo(MILLIS).toString
    SkipFiles.write(results, simulation, Skip(trial.study, trial.variant, reason, at))
    rebuild()
  }

  /** Writes the result beside what the run left, and the pages anew. It judges what the build is failed by: whether the
    * run counts is another question, and in the result.
    */
  def conclude(folder: Path, record: RunRecord): Conclusion =
    Explanation.of(folder, record, published).fold(Conclusion.failed, conclude(folder, _))

  private def conclude(folder: Path, run: Explanation): Conclusion = {
    val result = run.result
    RunFiles.write(folder, result, run.statistics)
    SkipFiles.remove(results, result.run.simulation)
    val _ = rebuild()
    val summary = Summary.lines(result) ++ excused(run)
    Conclusion(summary, failures(run), Soundness.mayPass(result.soundness))
  }

  private def rebuild(): Path = Rebuild.site(results, settings.history, Simulations.studies, published)

  private def failures(run: Explanation): Vector[String] = {
    val log = run.statistics.log
    run.record.ended ++ Vector(
      Option.when(log.isPartial)(s"the log of the run ends within its record ${log.records + 1}"),
      Option.when(run.result.total.ok == 0)("no request of the window was answered"),
      miss(run).filter(_ => run.result.sound)
    ).flatten ++ unexpected(run)
  }

  /** Sentence for a miss that does not fail the build, because the machine disturbed the run. */
  private def excused(run: Explanation): Option[String] =
    miss(run)
      .filterNot(_ => run.result.sound)
      .map(sentence => s"  $sentence: that does not fail the build, as the run is ${run.result.soundness.name}")

  private def miss(run: Explanation): Option[String] = for {
    prediction <- run.result.prediction
    tolerance <- run.record.setup.expectation.tolerance
    if !prediction.isWithin(tolerance, run.result.total.throughput)
  } yield s"the throughput misses the prediction by more than ${(tolerance * 100).round} %"

  private def unexpected(run: Explanation): Vector[String] =
    run.result.total.errors.keys.toVector.sorted
      .filterNot(message => ErrorKind.of(message).exists(run.record.setup.expectation.failures.contains))
      .map(message => s"requests failed in an unexpected way: $message")

  /** Last lines of a variant: every variant that this invocation of Maven has run, and the page to open; nothing in a
    * JVM that runs a repeat or a second attempt for another one.
    */
  def overview: Vector[String] =
    if (settings.runs.attempt > 1 || settings.runs.repetition > 1) Vector.empty
    else {
      val found = ResultFiles.find(Vector(results))
      val runs = found.results
        .map(_.result)
        .filter(run => Try(Instant.parse(run.run.startedAt)).toOption.exists(!_.isBefore(mavenBegan)))
      val studies = Simulations.studies.filter(study => runs.exists(_.run.experiment == study.id))
      val answers = Findings.of(found, studies, published).experiments.flatMap(_.answer)
      Overview.lines(newest(runs), answers) :+ s"results: ${results.resolve(Site.index).toUri}"
    }

  /** Newest run of each variant, in the order in which they ran. */
  private def newest(runs: Vector[Result]): Vector[Result] =
    runs
      .groupBy(run => run.run.experiment -> run.run.variant)
      .values
      .map(_.maxBy(_.run.startedAt))
      .toVector
      .sortBy(_.run.startedAt)

  /** Start of Maven's JVM, which starts one JVM after another. */
  private def mavenBegan: Instant = {
    val own = ProcessHandle.current()
    own.parent().orElse(own).info().startInstant().toScala.getOrElse(Instant.EPOCH)
  }
}

/** Conclusion of a run: a sentence for everything that fails the build, and whether another attempt may count where
  * this one does not.
  */
private final case class Conclusion(summary: Vector[String], failures: Vector[String], mayDoBetter: Boolean = false)

private object Conclusion {
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
