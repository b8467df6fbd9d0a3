package bottleneck.scaleup

import bottleneck.connectionpool.Work
import bottleneck.lab.target.CpuLimits

/** A database on some cores; the service has those of the machine. */
abstract class DatabaseTier(cores: Cores, work: Work)
    extends Tier(DatabaseTiers.tiers.trial(cores, work), CpuLimits(database = Some(cores.number)), work)

final class DatabaseHalfCoreDbOnly extends DatabaseTier(Cores.Half, Work.Database)
final class DatabaseHalfCoreCpuOnly extends DatabaseTier(Cores.Half, Work.Cpu)
final class DatabaseHalfCoreAll extends DatabaseTier(Cores.Half, Work.All)
final class DatabaseOneCoreDbOnly extends DatabaseTier(Cores.One, Work.Database)
final class DatabaseOneCoreCpuOnly extends DatabaseTier(Cores.One, Work.Cpu)
final class DatabaseOneCoreAll extends DatabaseTier(Cores.One, Work.All)
final class DatabaseTwoCoresDbOnly extends DatabaseTier(Cores.Two, Work.Database)
final class DatabaseTwoCoresCpuOnly extends DatabaseTier(Cores.Two, Work.Cpu)
final class DatabaseTwoCoresAll extends DatabaseTier(Cores.Two, Work.All)
