package bottleneck.lab

import bottleneck.lab.explain.page.{Overview, Site}
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.ResultFiles
import bottleneck.lab.settings.Settings
import java.time.Instant
import scala.jdk.OptionConverters._
import scala.util.Try

/** The last lines of a variant: every variant that this invocation of Maven has run so far, and the page to open. */
private object SoFar {

  /** Nothing in a JVM that runs a repeat or a second attempt for another one. */
  def lines(settings: Settings): Vector[String] =
    if (settings.runs.attempt > 1 || settings.runs.repetition > 1) Vector.empty
    else {
      val found = ResultFiles.find(Vector(settings.layout.results))
      val runs = found.results
        .map(_.result)
        .filter(run => Try(Instant.parse(run.run.startedAt)).toOption.exists(!_.isBefore(began)))
      Overview.lines(newest(runs)) :+ s"results: ${settings.layout.results.resolve(Site.index).toUri}"
    }

  /** Of each variant, in the order in which they ran. */
  private[lab] def newest(runs: Vector[Result]): Vector[Result] =
    runs
      .groupBy(run => run.run.experiment -> run.run.variant)
      .values
      .map(_.maxBy(_.run.startedAt))
      .toVector
      .sortBy(_.run.startedAt)

  /** When Maven's JVM started, which starts one JVM after another. */
  private def began: Instant = {
    val own = ProcessHandle.current()
    own.parent().orElse(own).info().startInstant().toScala.getOrElse(Instant.EPOCH)
  }
}
