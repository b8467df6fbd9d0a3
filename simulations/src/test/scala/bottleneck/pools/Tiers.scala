package bottleneck.pools

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** DB Only, CPU Only and ALL with Spring's defaults on a part of the machine (source `pools`).
  *
  * The warm-up only reads, without waiting: with 10 ms of computing in each request it would be too short for the code
  * around them, and what is not compiled then is compiled on half a core.
  */
abstract class Tier(part: String, cores: Cores, cpus: CpuLimits, work: Work, published: PublishedSetting)
    extends Experiment(
      s"$part-tiers",
      s"${work.title}, ${cores.name}",
      Some(Factor("cores", cores.number, Some(work.title))),
      Some(published)
    ) {
  private val connections = 10
  private val threads = 200

  override def target = Work.target(threads, connections, Tier.computing).copy(cpus = cpus)

  /** More users than connections warm up, so that the hand-over of connections is compiled too. */
  override def load = SlicedLoad.of(Work.users, WarmUp(users = 16))
  override def requests(run: RunContext) = work.requests
  override def warmUpRequests(run: RunContext) = Some(Work.Database.calibration)
  override def calibrationRequests(run: RunContext) = Some(work.calibration)
  override def expectation(run: RunContext) =
    Expectation(work.limits(connections, threads, run.load.users, Tier.computing))
}

private[pools] object Tier {

  /** CPU time, five times that of other experiments, so that the generator's share of the cores is small. */
  val computing: FiniteDuration = 10.millis
}

/** A database on some cores; the service has those of the machine. The published servers differ in memory alone. */
abstract class DatabaseTier(cores: Cores, work: Work)
    extends Tier(
      "database",
      cores,
      CpuLimits(database = Some(cores.number)),
      work,
      PublishedSetting("pools/rds", cores.databaseServer)
    )

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
    extends Tier(
      "application",
      cores,
      CpuLimits(service = Some(cores.number)),
      work,
      PublishedSetting("pools/ec2", cores.applicationServer)
    )

final class ServiceHalfCoreDbOnly extends ServiceTier(Cores.Half, Work.Database)
final class ServiceHalfCoreCpuOnly extends ServiceTier(Cores.Half, Work.Cpu)
final class ServiceHalfCoreAll extends ServiceTier(Cores.Half, Work.All)
final class ServiceOneCoreDbOnly extends ServiceTier(Cores.One, Work.Database)
final class ServiceOneCoreCpuOnly extends ServiceTier(Cores.One, Work.Cpu)
final class ServiceOneCoreAll extends ServiceTier(Cores.One, Work.All)
final class ServiceTwoCoresDbOnly extends ServiceTier(Cores.Two, Work.Database)
final class ServiceTwoCoresCpuOnly extends ServiceTier(Cores.Two, Work.Cpu)
final class ServiceTwoCoresAll extends ServiceTier(Cores.Two, Work.All)

/** One core beside half a core; users enough for the pool, in a short line. */
abstract class TiersByTurns(one: Tier, half: Tier) extends ByTurns(one, half, users = 16)

final class ServiceCpuOnlyByTurns extends TiersByTurns(new ServiceOneCoreCpuOnly, new ServiceHalfCoreCpuOnly)
final class ServiceAllByTurns extends TiersByTurns(new ServiceOneCoreAll, new ServiceHalfCoreAll)
final class DatabaseDbOnlyByTurns extends TiersByTurns(new DatabaseOneCoreDbOnly, new DatabaseHalfCoreDbOnly)

/** CPU quota of a part of the target, and the published servers whose prices stand beside it. Each step doubles it, as
  * the price of the servers doubles.
  */
private[pools] final case class Cores(number: Double, name: String, databaseServer: String, applicationServer: String)

private[pools] object Cores {
  val Half: Cores = Cores(0.5, "half a core", "db.t3.small", "t3.large")
  val One: Cores = Cores(1, "1 core", "db.t3.medium", "t3.xlarge")
  val Two: Cores = Cores(2, "2 cores", "db.t3.large", "t3.2xlarge")

  val all: Vector[Cores] = Vector(Half, One, Two)
}

/** Studies: three sizes of one part of the target, each with every kind of work. */
private[bottleneck] object Tiers {
  val database: Study = study(
    "database",
    Cores.all.map(_.databaseServer),
    "which have equally many cores and differ in memory: here, where all data is cached, the sizes differ in cores"
  )

  val application: Study = study(
    "application",
    Cores.all.map(_.applicationServer),
    "whose cores double from each to the next, as they do here"
  )

  /** By the neighbouring published servers, and in what these differ. */
  private def study(part: String, published: Vector[String], differ: String): Study = Study(
    id = s"$part-tiers",
    title = s"Scaling up the $part",
    question = s"What does a larger server for the $part bring to each kind of work?",
    factor = s"cores of the $part",
    answer = Vector(
      Work.kinds
        .map(work => s"${work.title} {${gain("throughput", work)}} times")
        .mkString(
          s"From half a core to 2 cores for the $part, at {${gain("price", Work.Cpu)}} times the price, throughput rose: ",
          ", ",
          "."
        )
    ),
    advice = Work.kinds.flatMap { work =>
      val worth = s"${gain("throughput", work)} >= 0.93 × (${gain("price", work)})"
      val gained = s"{${gain("throughput", work)}} times for {${gain("price", work)}} times the price."
      Vector(
        Sentence(s"${work.title} gets what a larger server costs: $gained", when = worth),
        Sentence(s"${work.title} gets less than a larger server costs: $gained", when = s"not $worth")
      )
    } ++ Vector[Sentence](
      s"Sizes of 0.5, 1 and 2 cores stand for neighbouring published tiers, ${published.mkString(", ")}, $differ.",
      s"A limit is put on at the end of the warm-up: a server that has run for an hour is warm whatever its size. To compute takes ${Numbers.millis(Tier.computing)} here, so that the generator's part of the cores is small."
    ),
    order = Work.kinds.flatMap(work => Cores.all.map(cores => s"${work.title}, ${cores.name}"))
  )

  private def gain(metric: String, work: Work): String =
    s"$metric[${work.title}, 2 cores] ÷ $metric[${work.title}, half a core]"
}
