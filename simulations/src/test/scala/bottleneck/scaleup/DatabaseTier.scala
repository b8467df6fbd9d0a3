package bottleneck.scaleup

import bottleneck.connectionpool.Work
import bottleneck.lab.{Setup, Simulated}
import bottleneck.lab.target.CpuLimits

/** A database on some cores; the service has those of the machine. */
object DatabaseTier {
  def of(cores: Cores, work: Work): Setup =
    Tier.of(DatabaseTiers.tiers.trial(cores, work), CpuLimits(database = Some(cores.number)), work)
}

final class DatabaseHalfCoreDbOnly extends Simulated(DatabaseTier.of(Cores.Half, Work.Database))
final class DatabaseHalfCoreCpuOnly extends Simulated(DatabaseTier.of(Cores.Half, Work.Cpu))
final class DatabaseHalfCoreAll extends Simulated(DatabaseTier.of(Cores.Half, Work.All))
final class DatabaseOneCoreDbOnly extends Simulated(DatabaseTier.of(Cores.One, Work.Database))
final class DatabaseOneCoreCpuOnly extends Simulated(DatabaseTier.of(Cores.One, Work.Cpu))
final class DatabaseOneCoreAll extends Simulated(DatabaseTier.of(Cores.One, Work.All))
final class DatabaseTwoCoresDbOnly extends Simulated(DatabaseTier.of(Cores.Two, Work.Database))
final class DatabaseTwoCoresCpuOnly extends Simulated(DatabaseTier.of(Cores.Two, Work.Cpu))
final class DatabaseTwoCoresAll extends Simulated(DatabaseTier.of(Cores.Two, Work.All))
