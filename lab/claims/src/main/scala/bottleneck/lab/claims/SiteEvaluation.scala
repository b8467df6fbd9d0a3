package bottleneck.lab.claims

import bottleneck.lab.claims.page.{Overview, Rebuild, Summary}
import bottleneck.lab.claims.published.Published
import bottleneck.lab.claims.verdict.{Findings, ResultFiles, Skip, SkipFiles, StoredResult, Study}
import bottleneck.lab.engine.{Conclusion, Evaluation, Evaluations, Invocation, KeptUsers, LoadLog}
import bottleneck.lab.figures.ErrorKind
import bottleneck.lab.figures.forecast.{Forecast, LoadReading}
import bottleneck.lab.figures.files.MetricsFile
import bottleneck.lab.figures.reading.{JoinedSlices, RunStatistics}
import bottleneck.lab.figures.preparation.Slice
import bottleneck.lab.figures.record.{RunRecord, Trial}
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.target.{Load, Target}
import bottleneck.lab.log.LogReader
import java.nio.file.Path
import java.time.Instant
import java.time.temporal.ChronoUnit.MILLIS
import scala.util.Try

/** Evaluations by the studies of the build, which META-INF/services names. */
private[lab] final class SiteEvaluations extends Evaluations {
  override def of(simulation: String, trial: Trial, settings: Settings): Evaluation =
    new SiteEvaluation(simulation, trial, settings)
}

/** Evaluation of a run by the studies of the build and the figures that were published, and its place on the site. */
private final class SiteEvaluation(simulation: String, trial: Trial, settings: Settings) extends Evaluation {
  private val results = settings.layout.results

  private lazy val published = Refused.unless(Published.read(settings.layout.data))

  private def study: Option[Study] = Simulations.declared.find(_.id == trial.study)

  override def question: String = simulation + study.fold("")(of => s": ${of.question}")

  /** Refused where the published figures cannot be read: nothing is started then. */
  override def announcement(target: Target, load: Load): Vector[String] = {
    val _ = published
    Announcement.of(target, load, settings)
  }

  override def criteria: Map[String, String] = Findings.criteria(published)

  override def sustained(variant: String): Option[Double] = {
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

  override def prediction(folder: Path, record: RunRecord): Option[String] =
    Forecast.of(folder, record).prediction.map(Summary.predicted)

  override def skip(reason: String): Path = {
    val at = Instant.now().truncatedTo(MILLIS).toString
    SkipFiles.write(results, simulation, Skip(trial.study, trial.variant, reason, at))
    Rebuild.write(findings, results)
  }

  override type Reading = Either[String, RunStatistics]

  /** By its second reading where it stays as it is. */
  override def read(left: Path, own: Path, load: Load, kept: KeptUsers): Reading = {
    val (log, reading) = (left.resolve(LogReader.file), LoadReading.of(load))
    val into = if (kept.group.isDefined) own.resolve(LogReader.file) else log
    val ofLoad = reading.collector
    LoadLog.keep(log, kept, into)(ofLoad.add).map(ofLoad.statistics).orElse(reading.read(log)).left.map(_.message)
  }

  override def join(shared: Path, own: Path, record: RunRecord, full: Vector[Slice]): Reading = {
    val log = shared.resolve(LogReader.file)
    for {
      start <- LogReader.peek(log)((header, _) => header.start).left.map(_.message)
      slices = full.map(slice => Window((slice.fromMs - start).toInt, (slice.toMs - start).toInt))
      joined = new JoinedSlices(slices, record.load.judgedFrom.toMillis.toInt)
      whole <- joined
        .log(log, own.resolve(LogReader.file), record.identity.variant, record.load.users)
        .left
        .map(_.message)
      _ <- Either.cond(!whole.isPartial, (), s"the log of the run ends within its record ${whole.records + 1}")
      _ <- joined.metrics(own.resolve(MetricsFile.name), start).left.map(_.sentence)
      read <- LoadReading.of(record.load).read(own.resolve(LogReader.file)).left.map(_.message)
    } yield read
  }

  /** Writes the result beside what the run left. It judges what the build is failed by: whether the run counts is
    * another question, and in the result.
    */
  override def conclude(folder: Path, record: RunRecord, reading: Reading): Conclusion =
    reading.fold(Conclusion.failed, read => conclude(folder, Explanation.of(folder, record, published, read)))

  private def conclude(folder: Path, run: Explanation): Conclusion = {
    val result = run.result
    RunFiles.write(folder, result, run.statistics)
    Vector(simulation, result.run.simulation).distinct.foreach(SkipFiles.remove(results, _))
    Conclusion(Summary.lines(result) ++ excused(run), failures(run))
  }

  /** What all results say by now: read and judged with each call. */
  private def findings: Findings =
    Findings.of(ResultFiles.find(results, settings.history), Simulations.studies, published)

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

  /** Of each variant that ran now, the run that the pages show, too, and the answers of the pages. */
  override def overview(): Vector[String] =
    if (settings.runs.repetition > 1) Vector.empty
    else {
      val found = findings
      val page = Rebuild.write(found, results)
      val since = Invocation.began
      def ranNow(run: StoredResult): Boolean =
        Try(Instant.parse(run.result.run.startedAt)).toOption.exists(!_.isBefore(since))
      val ran = found.experiments.map { of =>
        of -> (of.evidence.variants ++ of.evidence.beside).filter(_.runs.exists(ranNow)).map(_.shown)
      }
      val answers = ran.collect { case (of, runs) if runs.nonEmpty => of.answer }.flatten
      Overview.lines(ran.flatMap(_._2), answers) :+ s"results: ${page.toUri}"
    }
}
