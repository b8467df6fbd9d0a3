package bottleneck.lab

import bottleneck.lab.explain.report.{Rebuild, Summary}
import bottleneck.lab.explain.result.{ErrorKind, Published, Result, SkipFiles, Soundness, Studies}
import bottleneck.lab.explain.stats.RunStatistics
import bottleneck.lab.settings.Settings
import java.nio.file.Path

/** What a run ends with: its summary, a sentence for everything that fails the build, and whether another run may do
  * better.
  */
private final case class Conclusion(summary: Vector[String], failures: Vector[String], mayDoBetter: Boolean = false)

private object Conclusion {
  def noFolder(results: Path): Conclusion = failed(s"Gatling left no folder for this run in $results.")

  /** Reads what the run left, writes its result beside it, rebuilds the site, and judges what the build is failed by.
    * Whether the run counts is another question, and in the result.
    */
  def of(run: FinishedRun, settings: Settings, published: Published): Conclusion =
    run.statistics match {
      case Left(error) => failed(error.message)
      case Right(statistics) =>
        val result = run.result(statistics, settings, published)
        RunFiles.write(run.folder, result, statistics)
        SkipFiles.remove(settings.layout.results, result.run.simulation)
        val _ = Rebuild.site(settings.layout.results, settings.history, Studies.found, published)
        val unknown =
          run.speed(settings.layout.data).left.toOption.map(reason => s"the machine's speed is not known: $reason")
        val summary = Summary.lines(result) ++ unknown ++ excused(result, run.workload)
        Conclusion(summary, failures(run, statistics, result), Soundness.mayPass(result.soundness))
    }

  private def failed(sentence: String): Conclusion = Conclusion(Vector.empty, Vector(sentence))

  private def failures(run: FinishedRun, statistics: RunStatistics, result: Result): Vector[String] =
    run.ended ++ Vector(
      Option.when(statistics.log.isPartial)(s"the log of the run ends within its record ${statistics.log.records + 1}"),
      Option.when(result.total.ok == 0)("no request of the window was answered"),
      missed(result, run.workload).filter(_ => result.sound)
    ).flatten ++ unexpected(result, run.workload)

  /** What the machine did to a run is no fault of the target. */
  private def excused(result: Result, workload: Workload): Option[String] =
    missed(result, workload)
      .filterNot(_ => result.sound)
      .map(sentence => s"  $sentence: that does not fail the build, as the run is ${result.soundness.name}")

  private def missed(result: Result, workload: Workload): Option[String] = for {
    prediction <- result.prediction
    tolerance <- workload.tolerance
    if !prediction.isWithin(tolerance, result.total.throughput)
  } yield s"the throughput misses the prediction by more than ${(tolerance * 100).round} %"

  private def unexpected(result: Result, workload: Workload): Vector[String] =
    result.total.errors.keys.toVector.sorted
      .filterNot(message => ErrorKind.of(message).exists(workload.expectedFailures.contains))
      .map(message => s"requests failed in an unexpected way: $message")
}
