package bottleneck.lab.explain

import bottleneck.lab.explain.preparation.Phases
import bottleneck.lab.explain.record.Demand
import bottleneck.lab.explain.statistics.Interval
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.validity.MachineChecks
import bottleneck.lab.target.CpuLimits
import scala.concurrent.duration._

/** What cores allow: those of the machine, which all parts and the generator share, and the quota of each part that is
  * limited.
  *
  * @param window
  *   in which the throughput is measured
  */
private final class CoreLimits(machine: Int, limits: CpuLimits, instances: Int, window: FiniteDuration) {

  def of(demand: Demand): Vector[Prediction] = all(demand) +: (service(demand) ++ database(demand)).toVector

  private def all(demand: Demand): Prediction = {
    val idle = math.min(demand.line.idleCores.getOrElse(0.0), machine * CoreLimits.mostIdle)
    val limit = Prediction.cores(machine.toDouble, demand.cpuMs.millis, idle)
    // the line is known best at the mean of the paces, and is followed from there to all cores
    val followed = demand.line.pacedCores.fold(1.0)(mean => (machine - mean) / (machine - math.max(0, idle)))
    CoreLimits.uncertainty(demand, window, followed).fold(limit)(limit.plusMinus)
  }

  private def service(demand: Demand): Option[Prediction] = for {
    cores <- limits.service
    time <- known(demand.serviceCpuMs)
  } yield Prediction.cores("service", cores, instances, time)

  private def database(demand: Demand): Option[Prediction] = for {
    cores <- limits.database
    time <- demand.databaseCpuMs.flatMap(known)
  } yield Prediction.cores("database", cores, 1, time)

  /** A part that used nothing is not what limits. */
  private def known(cpuMs: Double): Option[FiniteDuration] = Some(cpuMs.millis).filter(_ > Duration.Zero)
}

private object CoreLimits {
  private val confidence = 0.9

  /** What uses more than this part of the cores without a request is no background. */
  private val mostIdle = 0.5

  /** By how much of its speed the machine of a sound run may have changed from the calibration to the window, which is
    * half of the way to what is compared after the load: anything up to that is as likely, so the standard uncertainty
    * is that ÷ √3 (JCGM 100:2008, §4.3.7), and 1.645 of them hold 90 %.
    */
  private val machineChange = 1.645 * MachineChecks.mostOfRequest / 2 / math.sqrt(3)

  /** Half of the relative interval: that of the slope over the part of the line that is `followed`, the window's, by
    * the noise of its seconds, and the machine's, in quadrature.
    */
  private def uncertainty(demand: Demand, window: FiniteDuration, followed: Double): Option[Double] = for {
    error <- demand.line.standardErrorMs
    degrees <- demand.line.degreesOfFreedom
  } yield {
    val slope = Interval.t(degrees.toDouble, confidence) * error / demand.cpuMs * followed
    val noise = demand.line.noise.getOrElse(0.0) / math.sqrt(window.toUnit(SECONDS))
    math.hypot(math.hypot(slope, Interval.t(Phases.slices - 1.0, confidence) * noise), machineChange)
  }
}
