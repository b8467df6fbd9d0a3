package bottleneck.scaleup

import bottleneck.connectionpool.Work
import bottleneck.lab.{Setup, Simulated}
import bottleneck.lab.target.CpuLimits

/** A service on some cores; its database has those of the machine. */
object ServiceTier {
  def of(cores: Cores, work: Work): Setup =
    Tier.of(ApplicationTiers.tiers.trial(cores, work), CpuLimits(service = Some(cores.number)), work)
}

final class ServiceHalfCoreDbOnly extends Simulated(ServiceTier.of(Cores.Half, Work.Database))
final class ServiceHalfCoreCpuOnly extends Simulated(ServiceTier.of(Cores.Half, Work.Cpu))
final class ServiceHalfCoreAll extends Simulated(ServiceTier.of(Cores.Half, Work.All))
final class ServiceOneCoreDbOnly extends Simulated(ServiceTier.of(Cores.One, Work.Database))
final class ServiceOneCoreCpuOnly extends Simulated(ServiceTier.of(Cores.One, Work.Cpu))
final class ServiceOneCoreAll extends Simulated(ServiceTier.of(Cores.One, Work.All))
final class ServiceTwoCoresDbOnly extends Simulated(ServiceTier.of(Cores.Two, Work.Database))
final class ServiceTwoCoresCpuOnly extends Simulated(ServiceTier.of(Cores.Two, Work.Cpu))
final class ServiceTwoCoresAll extends Simulated(ServiceTier.of(Cores.Two, Work.All))
