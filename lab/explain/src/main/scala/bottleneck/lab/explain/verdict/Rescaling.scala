package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.{Result, StaircaseReading}
import bottleneck.lab.explain.statistics.{Latency, LevelReading, Outcome}

/** The result of a run as it would be had all been done faster: an open load that is answered as often as it comes is
  * answered sooner, any other one is answered more often as well. Requests, errors, what these took (time-outs, mostly)
  * and the cores in use stay as they were counted.
  */
private[verdict] object Rescaling {

  /** @param machine
    *   times as fast the machine was, for the load and for the calibration before it
    * @param window
    *   times as fast the load was done beside that
    */
  def by(machine: Double, window: Double)(run: Result): Result = {
    val factor = machine * window
    val often = run.load.perSecond.fold(factor)(oftener(run.total.throughput, _, factor))
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
        handledMs = seen.byLoad.handledMs.map(ms => (ms / factor).round.toInt),
        staircase = seen.byLoad.staircase.map(staircase(factor))
      )
    )
    val service = run.server.service
    run.copy(
      measured = measured,
      server = run.server.copy(service =
        service.copy(handler = service.handler.map(inside => inside.copy(meanMs = inside.meanMs / factor)))
      ),
      expected = run.expected.copy(
        efficiency = run.expected.efficiency.map(_ * often),
        demand = run.expected.demand.map(cost =>
          cost.copy(
            cpuMs = cost.cpuMs / machine,
            serviceCpuMs = cost.serviceCpuMs / machine,
            databaseCpuMs = cost.databaseCpuMs.map(_ / machine),
            generatorCpuMs = cost.generatorCpuMs.map(_ / machine)
          )
        )
      )
    )
  }

  /** Factor for an open load: an overloaded queue is served faster by `factor`, but not faster than its arrivals. */
  private def oftener(throughput: Double, perSecond: Double, factor: Double): Double =
    if (throughput <= 0 || throughput >= overloaded * perSecond) 1.0 else math.min(factor, perSecond / throughput)

  /** Share of the arrival rate below which a load is overloaded; the rest may be in flight at the window's ends. */
  private val overloaded = 0.95

  /** Rescaled staircase. Its sustained level stays: the loads of other runs are shares of it. */
  private def staircase(factor: Double)(reading: StaircaseReading): StaircaseReading = {
    def level(of: LevelReading): LevelReading = of.copy(
      throughput = of.throughput * factor,
      p50Ms = of.p50Ms.map(shorter(factor)),
      p95Ms = of.p95Ms.map(shorter(factor))
    )
    reading.copy(levels = reading.levels.map(level), saturation = reading.saturation.map(level))
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
