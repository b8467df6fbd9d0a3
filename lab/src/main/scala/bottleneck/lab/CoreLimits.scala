package bottleneck.lab

import bottleneck.lab.explain.result.Demand
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.CpuLimits
import scala.concurrent.duration._

/** What cores allow: those of the machine, which all parts and the generator share, and the quota of each part that is
  * limited.
  */
private final class CoreLimits(machine: Int, limits: CpuLimits, instances: Int) {

  def of(demand: Demand): Vector[Prediction] =
    Prediction.cores(machine.toDouble, demand.cpuMs.millis) +: (service(demand) ++ database(demand)).toVector

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
