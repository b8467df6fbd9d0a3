package bottleneck.scaleup

import bottleneck.connectionpool.Work
import bottleneck.lab.{Setup, Simulated}
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
    Vector.empty,
    Vector("db.t3.small", "db.t3.medium", "db.t3.large"),
    "which have equally many cores and differ in memory: here, where all data is cached, the sizes differ in cores"
  )
}

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
