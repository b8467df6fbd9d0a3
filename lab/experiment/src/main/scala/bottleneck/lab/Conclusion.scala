package bottleneck.lab

import bottleneck.lab.explain.{Explained, RunFiles}
import bottleneck.lab.explain.page.{Rebuild, Summary}
import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.record.{ErrorKind, InjectorShare, RunRecord, Soundness}
import bottleneck.lab.explain.verdict.SkipFiles
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
  def of(folder: Path, record: RunRecord, settings: Settings, published: Published): Conclusion =
    Explained.of(folder, record, settings.layout.data, published).fold(failed, conclude(folder, settings, published))

  private def conclude(folder: Path, settings: Settings, published: Published)(run: Explained): Conclusion = {
    val result = run.result
    RunFiles.write(folder, result, run.statistics)
    SkipFiles.remove(settings.layout.results, result.run.simulation)
    val _ = Rebuild.site(settings.layout.results, settings.history, Simulations.studies, published)
    val unknown = run.unknownSpeed.map(reason => s"the machine's speed is not known: $reason")
    val summary = Summary.lines(result) ++ unknown ++ excused(run)
    Conclusion(summary, failures(run), Soundness.mayPass(result.soundness))
  }

  /** Of one of several injectors nothing is judged. */
  def ofShare(folder: Path, share: InjectorShare): Conclusion = Conclusion(
    Vector(
      s"${share.name}: its share of the load is in $folder; merge those of all ${share.of}:",
      s"""  mvn -q test-compile exec:java@merge-logs -Dexec.args="<folder of 1> ... <folder of ${share.of}> <merged>""""
    ),
    Vector.empty
  )

  private def failed(sentence: String): Conclusion = Conclusion(Vector.empty, Vector(sentence))

  private def failures(run: Explained): Vector[String] = {
    val log = run.statistics.log
    run.record.ended ++ Vector(
      Option.when(log.isPartial)(s"the log of the run ends within its record ${log.records + 1}"),
      Option.when(run.result.total.ok == 0)("no request of the window was answered"),
      missed(run).filter(_ => run.result.sound)
    ).flatten ++ unexpected(run)
  }

  /** What the machine did to a run is no fault of the target. */
  private def excused(run: Explained): Option[String] =
    missed(run)
      .filterNot(_ => run.result.sound)
      .map(sentence => s"  $sentence: that does not fail the build, as the run is ${run.result.soundness.name}")

  private def missed(run: Explained): Option[String] = for {
    prediction <- run.result.expected.prediction
    tolerance <- run.record.setup.expectation.tolerance
    if !prediction.isWithin(tolerance, run.result.total.throughput)
  } yield s"the throughput misses the prediction by more than ${(tolerance * 100).round} %"

  private def unexpected(run: Explained): Vector[String] =
    run.result.total.errors.keys.toVector.sorted
      .filterNot(message => ErrorKind.of(message).exists(run.record.setup.expectation.failures.contains))
      .map(message => s"requests failed in an unexpected way: $message")
}
