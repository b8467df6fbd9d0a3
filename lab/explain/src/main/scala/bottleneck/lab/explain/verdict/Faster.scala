package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.{Result, StaircaseReading}
import bottleneck.lab.explain.statistics.{Latency, Outcome}

/** The result of a run as it would be had all been done `factor` times as fast: an open load is answered sooner, any
  * other one is answered more often as well. Requests, errors, what these took (time-outs, mostly) and the cores in use
  * stay as they were counted.
  */
private[verdict] object Faster {
  def by(factor: Double)(run: Result): Result = {
    val often = if (run.load.perSecond.isDefined) 1.0 else factor
    def outcome(of: Outcome): Outcome = of.copy(
      throughput = of.throughput * often,
      latencyMs = of.latencyMs.map(latency(factor))
    )
    val seen = run.measured
    val measured = seen.copy(
      requests = seen.requests.map { case (name, of) => name -> outcome(of) },
      total = outcome(seen.total),
      wholeRun = outcome(seen.wholeRun),
      interval = seen.interval.map(i => i.copy(mean = i.mean * often, low = i.low * often, high = i.high * often)),
      stalls = seen.stalls.map { case (name, ms) => name -> (ms / factor).round.toInt },
      byLoad = seen.byLoad.copy(
        burst =
          seen.byLoad.burst.map(all => all.copy(answeredByMs = all.answeredByMs.map(ms => (ms / factor).round.toInt))),
        staircase = seen.byLoad.staircase.map(staircase(factor))
      )
    )
    run.copy(measured = measured, expected = run.expected.copy(efficiency = run.expected.efficiency.map(_ * often)))
  }

  private def staircase(factor: Double)(reading: StaircaseReading): StaircaseReading = {
    val levels = reading.levels.map(level =>
      level.copy(
        throughput = level.throughput * factor,
        p50Ms = level.p50Ms.map(shorter(factor)),
        p95Ms = level.p95Ms.map(shorter(factor))
      )
    )
    StaircaseReading.of(levels, reading.slo).getOrElse(reading)
  }

  private def latency(factor: Double)(of: Latency): Latency = Latency(
    shorter(factor)(of.min),
    of.mean / factor,
    shorter(factor)(of.p50),
    shorter(factor)(of.p75),
    shorter(factor)(of.p95),
    shorter(factor)(of.p99),
    shorter(factor)(of.p999),
    shorter(factor)(of.max)
  )

  private def shorter(factor: Double)(ms: Long): Long = (ms / factor).round
}
