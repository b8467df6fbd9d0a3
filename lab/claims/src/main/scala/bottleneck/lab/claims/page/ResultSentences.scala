package bottleneck.lab.claims.page

import bottleneck.lab.figures.record.Result
import bottleneck.lab.figures.series.PartMetrics
import bottleneck.lab.figures.{Numbers, Outcome, Text}

/** Results in words, for page, document and console. */
private[page] object ResultSentences {

  /** Machine and software of the newest run; versions that it lacks are taken from another. */
  def machine(runs: Vector[Result]): String = {
    val result = runs.maxBy(_.run.startedAt)
    val machine = result.machine
    val software = result.installed.map(_.java).map(java => s"JDK $java for the service").toVector ++
      runs.flatMap(_.installed).flatMap(_.postgres).headOption.map(version => s"PostgreSQL $version") :+
      s"Gatling ${result.gatling}"
    s"${machine.cpus} cores, ${Numbers.gibibytes(machine.memoryBytes.toDouble)}, ${machine.os}; " +
      s"${software.mkString(", ")}. Newest run: ${Numbers.minute(result.run.startedAt)}, ${result.run.identity.scale} scale."
  }

  /** The generator's part of a user's time, never a fault; none if ≤ 0, as measured with random think times. */
  def generatorShare(result: Result): Option[String] = {
    // two digits at least
    def short(value: Double): String = Text.text(if (value < 10) "%.1f" else "%.0f", value)
    result.generatorGap.filter(_.ms > 0).map { gap =>
      s"the generator took ${short(gap.ms)} ms of a user's cycle of ${short(gap.ms / gap.share)} ms (${short(gap.share * 100)} %)"
    }
  }

  /** Where the throughput lies outside the interval of its prediction. */
  def predictionMiss(result: Result): Option[String] = Option.when(result.missesPrediction) {
    s"The throughput lies outside the predicted interval.${missedDemand(result).fold("")(" " + _)}"
  }

  /** By the demand a prediction by cores is made of: a machine that changes its speed changes it too. */
  private def missedDemand(result: Result): Option[String] = for {
    demand <- result.demand
    if result.prediction.exists(_.isOfCores) && result.total.throughput > 0
    used = result.figures.cores.map(_._2).sum
    if used > 0 && result.total.ko == 0
  } yield s"A request took ${Numbers.plain(demand.cpuMs)} ms of CPU time in the calibration and " +
    s"${Numbers.plain(used * 1000 / result.total.throughput)} ms in the window, " +
    s"which used ${Numbers.cores(used)} cores, compilers included."

  /** Resource costs of a request of the window; none where none was answered or nothing was measured. */
  def costs(result: Result): Option[String] = {
    val (perSecond, figures) = (result.total.throughput, result.figures)
    def cpu(name: String, cores: Option[Double]): Option[String] =
      cores.filter(_ > 0).map(used => s"${Numbers.plain(used * 1000 / perSecond)} ms of CPU time in the $name")
    def held(name: String, ms: Option[Double]): Option[String] = ms.map(time => s"$name for ${Numbers.plain(time)} ms")
    val costs = Vector(
      cpu("service", figures(PartMetrics.service)),
      cpu("database", figures(PartMetrics.database)),
      held("a request thread", figures(PartMetrics.handler)),
      held("a connection", figures(PartMetrics.held))
    ).flatten
    Option.when(perSecond > 0 && costs.nonEmpty)(s"A request took ${costs.mkString(", ")}.")
  }

  def wholeLoad(result: Result): String =
    s"Whole load, also while users arrive, as in Gatling's report: ${totals(result.wholeRun)}. " +
      s"Window: ${totals(result.total)}."

  private def totals(outcome: Outcome): String = {
    val parts = Vector(outcome.ok -> outcome.latencyMs, outcome.ko -> outcome.failedLatencyMs).collect {
      case (n, Some(latency)) => n -> latency
    }
    val times = Option.when(parts.nonEmpty) {
      val mean = parts.map { case (n, latency) => n * latency.mean }.sum / parts.map(_._1).sum
      val (least, most) = (parts.map(_._2.min).min, parts.map(_._2.max).max)
      s"; response time ${Numbers.millis(least)} (min), ${Numbers.millis(mean)} (mean), ${Numbers.millis(most)} (max)"
    }
    val perSecond =
      if (outcome.ok == 0) None else Some(s", ${Numbers.rate(outcome.throughput * outcome.count / outcome.ok)}")
    s"${Numbers.count(outcome.count)} requests, ${Numbers.count(outcome.ko)} failed" +
      perSecond.getOrElse("") + times.getOrElse("")
  }
}
