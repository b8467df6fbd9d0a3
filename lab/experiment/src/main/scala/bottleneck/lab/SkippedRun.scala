package bottleneck.lab

import bottleneck.lab.explain.page.Rebuild
import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.record.Trial
import bottleneck.lab.explain.verdict.{Skip, SkipFiles}
import bottleneck.lab.settings.Settings
import java.nio.file.Path
import java.time.Instant
import java.time.temporal.ChronoUnit.MILLIS

/** A run that is not started, since the machine lacks what its target needs. */
private object SkippedRun {

  /** Leaves a record of it and rebuilds the site, whose first page is returned. */
  def record(simulation: String, trial: Trial, reason: String)(settings: Settings, published: Published): Path = {
    val results = settings.layout.results
    val at = Instant.now().truncatedTo(MILLIS).toString
    SkipFiles.write(results, simulation, Skip(trial.study, trial.variant, reason, at))
    Rebuild.site(results, settings.history, Simulations.studies, published)
  }
}
