package bottleneck.lab

import bottleneck.lab.explain.verdict.ResultFiles
import bottleneck.lab.settings.Settings

/** What earlier runs of an experiment found on a machine of as many cores, at the same scale and by the same SLO. */
private object EarlierRuns {

  /** OK responses/s of the sustained level of a variant's newest sound staircase. */
  def sustained(settings: Settings, study: String)(variant: String): Option[Double] = {
    val cpus = Runtime.getRuntime.availableProcessors
    ResultFiles
      .find(settings.layout.results, settings.history)
      .results
      .map(_.result)
      .filter(result => result.run.experiment == study && result.run.variant == variant)
      .filter(result => result.run.identity.scale == settings.scale.name && result.machine.cpus == cpus && result.sound)
      .filter(_.measured.byLoad.staircase.exists(_.slo.p95Ms == settings.sloP95.toMillis.toDouble))
      .maxByOption(_.run.startedAt)
      .flatMap(_.measured.byLoad.staircase)
      .flatMap(_.sustained)
      .map(_.throughput)
  }
}
