package bottleneck.scaleup

import bottleneck.connectionpool.Work
import bottleneck.lab.{ByTurns, Simulated}
import bottleneck.lab.target.CpuLimits

/** CPU quota of a part of the target, in cores. Each step doubles it, as the price of the published tiers doubles. */
private[scaleup] sealed abstract class Cores(val number: Double, val name: String)

private[scaleup] object Cores {
  case object Half extends Cores(0.5, "half a core")
  case object One extends Cores(1, "1 core")
  case object Two extends Cores(2, "2 cores")

  /** All quotas, smallest first. */
  def all: Vector[Cores] = Vector(Half, One, Two)
}

/** Larger servers for the database: they say nothing of pools/rds, whose servers differ in memory alone. */
private[bottleneck] object DatabaseTiers {
  val tiers: Tiers = new Tiers(
    part = "database",
    "What does a larger server for the database bring to each kind of work?",
    "pools/rds",
    Vector("db.t3.small", "db.t3.medium", "db.t3.large"),
    "which have equally many cores and differ in memory: here, where all data is cached, the sizes differ in cores"
  )
}

/** A database on some cores; the service has those of the machine. */
abstract class DatabaseTier(cores: Cores, work: Work)
    extends Simulated(Tier.of(DatabaseTiers.tiers.trial(cores, work), CpuLimits(database = Some(cores.number)), work))

final class DatabaseHalfCoreDbOnly extends DatabaseTier(Cores.Half, Work.Database)
final class DatabaseHalfCoreCpuOnly extends DatabaseTier(Cores.Half, Work.Cpu)
final class DatabaseHalfCoreAll extends DatabaseTier(Cores.Half, Work.All)
final class DatabaseOneCoreDbOnly extends DatabaseTier(Cores.One, Work.Database)
final class DatabaseOneCoreCpuOnly extends DatabaseTier(Cores.One, Work.Cpu)
final class DatabaseOneCoreAll extends DatabaseTier(Cores.One, Work.All)
final class DatabaseTwoCoresDbOnly extends DatabaseTier(Cores.Two, Work.Database)
final class DatabaseTwoCoresCpuOnly extends DatabaseTier(Cores.Two, Work.Cpu)
final class DatabaseTwoCoresAll extends DatabaseTier(Cores.Two, Work.All)

/** A service on some cores; its database has those of the machine. */
abstract class ServiceTier(cores: Cores, work: Work)
    extends Simulated(Tier.of(ApplicationTiers.tiers.trial(cores, work), CpuLimits(service = Some(cores.number)), work))

final class ServiceHalfCoreDbOnly extends ServiceTier(Cores.Half, Work.Database)
final class ServiceHalfCoreCpuOnly extends ServiceTier(Cores.Half, Work.Cpu)
final class ServiceHalfCoreAll extends ServiceTier(Cores.Half, Work.All)
final class ServiceOneCoreDbOnly extends ServiceTier(Cores.One, Work.Database)
final class ServiceOneCoreCpuOnly extends ServiceTier(Cores.One, Work.Cpu)
final class ServiceOneCoreAll extends ServiceTier(Cores.One, Work.All)
final class ServiceTwoCoresDbOnly extends ServiceTier(Cores.Two, Work.Database)
final class ServiceTwoCoresCpuOnly extends ServiceTier(Cores.Two, Work.Cpu)
final class ServiceTwoCoresAll extends ServiceTier(Cores.Two, Work.All)

/** One core of the service beside half a core; users enough for the pool, in a short line. */
abstract class ServiceTiersByTurns(work: Work)
    extends ByTurns(
      Tier.of(ApplicationTiers.tiers.trial(Cores.One, work), CpuLimits(service = Some(1)), work),
      Tier.of(ApplicationTiers.tiers.trial(Cores.Half, work), CpuLimits(service = Some(0.5)), work),
      users = 16
    )

final class ServiceCpuOnlyByTurns extends ServiceTiersByTurns(Work.Cpu)
final class ServiceAllByTurns extends ServiceTiersByTurns(Work.All)

/** The same of the database. */
final class DatabaseDbOnlyByTurns
    extends ByTurns(
      Tier.of(DatabaseTiers.tiers.trial(Cores.One, Work.Database), CpuLimits(database = Some(1)), Work.Database),
      Tier.of(DatabaseTiers.tiers.trial(Cores.Half, Work.Database), CpuLimits(database = Some(0.5)), Work.Database),
      users = 16
    )
