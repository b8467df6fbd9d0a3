package bottleneck.lab.claims

import bottleneck.lab.claims.published.Published
import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.figures.checks.{Circumstances, Validity}
import bottleneck.lab.figures.files.{AccessLog, MetricsFile}
import bottleneck.lab.figures.forecast.{Forecast, LoadReading}
import bottleneck.lab.figures.reading._
import bottleneck.lab.figures.record._
import bottleneck.lab.figures.series.{Metrics, PartFigures, PartMetrics, Samples}
import bottleneck.lab.figures.statistics.BatchMeans
import bottleneck.lab.figures.Problem
import bottleneck.lab.log.{LogReader, WholeFile}
import java.io.{IOException, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.time.Instant

/** A run as the files in its folder explain it. */
final case class Explanation(record: RunRecord, statistics: RunStatistics, result: Result)

object Explanation {

  /** Reads what the run in `folder` left, without the experiment's code or the machine of the run. */
  def of(folder: Path, record: RunRecord, published: Published): Either[Problem, Explanation] = for {
    _ <- record.setup.shareOf
      .map(share => Problem(s"it is the share of ${share.name}: merge those of all (exec:java@merge-logs)"))
      .toLeft(())
    statistics <- LoadReading
      .of(record.load)
      .read(folder.resolve(LogReader.file))
      .left
      .map(error => Problem(error.message))
  } yield of(folder, record, published, statistics)

  /** The same by the statistics of its log. */
  def of(folder: Path, record: RunRecord, published: Published, statistics: RunStatistics): Explanation =
    Explanation(record, statistics, new Explainer(folder, record, statistics).result(published))

  private final class Explainer(folder: Path, record: RunRecord, statistics: RunStatistics) {
    private val judged = LoadReading.of(record.load)
    private val window = statistics.window
    private val start = statistics.log.header.start
    private val metrics = Metrics.read(folder.resolve(MetricsFile.name))
    private val total = statistics.total
    private val forecast = Forecast.of(folder, record, metrics.toOption)
    private val prediction = forecast.prediction

    private val figures = metrics
      .fold(
        _ => PartFigures.none,
        new Samples(_, start + window.fromMs, start + window.toMs, judged.quietMs.toLong).figures
      )
      .updated(PartMetrics.ofSlices(forecast.preparation.toVector.flatMap(_.cycles).map(_.full)): _*)

    def result(published: Published): Result = Result(
      RunDescription(
        folder.getFileName.toString,
        Instant.ofEpochMilli(start).toString,
        record.identity,
        record.criteria
      ),
      statistics.log.header.gatlingVersion,
      record.host,
      record.installed,
      record.startedTarget,
      judged.description,
      window,
      disturbance = record.setup.disturbers.zip(statistics.disturbedFromMs).map((Disturbance.apply _).tupled),
      intervention = record.steps.map(InterventionStep.of(_, start)),
      warmUp = forecast.preparation.filter(_.warming.nonEmpty).map(WarmUpReading.of),
      injectors = record.setup.injectors,
      requests = statistics.requests,
      total = total,
      wholeRun = statistics.wholeRun,
      interval = statistics.perSecond.filter(_ => judged.isOneState).map(BatchMeans.interval(_)),
      stalls = statistics.stalls,
      firstFailure = statistics.firstFailure,
      balancer = BalancerReading.read(folder.resolve(BalancerLog.file), start, window),
      burst = statistics.burst,
      handledMs = statistics.burst.fold(Vector.empty[Int])(handledMs),
      staircase = StaircaseReading.of(statistics.levels, Slo(record.setup.sloP95Ms)),
      order = Option.when(record.setup.expectation.sentBySecond)(statistics.timeline).flatMap(_.sent),
      generatorGap = if (judged.isClosed) GeneratorGap.of(statistics.occupancy, record.load.thinkTime) else None,
      figures = figures,
      prediction = prediction,
      efficiency = prediction.filter(_ => judged.isAllLoad).map(total.throughput / _.perSecond),
      published = record.setup.published.map(published.of),
      demand = forecast.demand,
      shared = record.shared,
      checks = Validity.judge(statistics, Circumstances(record, figures, damage, forecast.preparation, prediction))
    )

    private def handledMs(burst: BurstTimes): Vector[Int] = AccessLog
      .read(folder.resolve(AccessLog.folder))
      .filter(call => call.beganMs >= start + burst.firstMs - judged.quietMs / 2 && call.status == 200)
      .map(call => (call.micros / 1000.0).round.toInt)

    /** Why metrics of the window or the preparation cannot be used. */
    private def damage: Option[String] = metrics.left.toOption
      .map(_.sentence)
      .orElse(Option.when(figures(PartMetrics.generator).isEmpty)(s"${MetricsFile.name} does not cover the window"))
      .orElse(forecast.damage)
  }
}

/** Files with the computed results of a run, in its folder; each is written as a whole. */
private[lab] object RunFiles {

  /** Writes the files beside the result first: a folder with a result.json is complete. */
  def write(folder: Path, result: Result, statistics: RunStatistics): Unit = {
    WholeFile.write(folder.resolve(Timeline.file), Timeline.render(statistics.timeline.timeline))
    WholeFile.writeTo(folder.resolve("latency.hlog")) { output =>
      val text = new PrintStream(output, false, UTF_8)
      statistics.timeline.writeIntervals(text, statistics.log.header.start)
      // it throws nothing
      if (text.checkError()) throw new IOException("latency.hlog cannot be written")
    }
    WholeFile.write(folder.resolve("js/global_stats.json"), statistics.figures.globalStats)
    WholeFile.write(folder.resolve(ResultFiles.name), ResultJson.render(result))
  }
}
