package bottleneck.scaleup

import bottleneck.connectionpool.Work
import bottleneck.lab.target.CpuLimits

/** A service on some cores; its database has those of the machine. */
abstract class ServiceTier(cores: Cores, work: Work)
    extends Tier(ApplicationTiers.tiers.trial(cores, work), CpuLimits(service = Some(cores.number)), work)

final class ServiceHalfCoreDbOnly extends ServiceTier(Cores.Half, Work.Database)
final class ServiceHalfCoreCpuOnly extends ServiceTier(Cores.Half, Work.Cpu)
final class ServiceHalfCoreAll extends ServiceTier(Cores.Half, Work.All)
final class ServiceOneCoreDbOnly extends ServiceTier(Cores.One, Work.Database)
final class ServiceOneCoreCpuOnly extends ServiceTier(Cores.One, Work.Cpu)
final class ServiceOneCoreAll extends ServiceTier(Cores.One, Work.All)
final class ServiceTwoCoresDbOnly extends ServiceTier(Cores.Two, Work.Database)
final class ServiceTwoCoresCpuOnly extends ServiceTier(Cores.Two, Work.Cpu)
final class ServiceTwoCoresAll extends ServiceTier(Cores.Two, Work.All)
