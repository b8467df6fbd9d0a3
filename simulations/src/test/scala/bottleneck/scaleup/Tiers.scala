package bottleneck.scaleup

import bottleneck.Dsl._
import bottleneck.connectionpool.{PoolSetting, Work}

/** DB Only, CPU Only and ALL with Spring's defaults on a part of the machine (source `pools`).
  *
  * The warm-up only reads, without waiting: with 10 ms of computing in each request it would be too short for the code
  * around them, and what is not compiled then is compiled on half a core.
  */
abstract class Tier(trial: Trial, cpus: CpuLimits, work: Work) extends Experiment(trial) {
  private val connections = 10
  private val threads = 200

  override def target: Target = PoolSetting(
    connections,
    threads,
    timeout = 30.seconds,
    maxConnections = 143,
    more = Work.properties(Tier.computing)
  ).target.copy(cpus = cpus)

  /** 150 users wait some 3 s for half a core: they have settled after two turns. More users than connections warm up,
    * so that the hand-over of connections is compiled too.
    */
  override def load: ClosedLoad =
    ClosedLoad.ofWindow(users = 150, arrival = 1.second, settle = 7.seconds, window = 14.seconds, WarmUp(users = 16))
  override def fullLoad: Load = load.copy(arrival = 20.seconds).judgedFor(60.seconds)
  override def requests: ChainBuilder = work.requests
  override def warmUpRequests: Option[ChainBuilder] = Some(Work.Database.calibration)
  override def calibrationRequests: Option[ChainBuilder] = Some(work.calibration)
  override def expectation: Expectation =
    Expectation(work.limits(connections, threads, run.load.users, Tier.computing))
}

private[scaleup] object Tier {

  /** CPU time, five times that of other experiments, so that the generator's share of the cores is small. */
  val computing: FiniteDuration = 10.millis
}

/** A database on some cores; the service has those of the machine. */
abstract class DatabaseTier(cores: Cores, work: Work)
    extends Tier(Tiers.database.trial(cores, work), CpuLimits(database = Some(cores.number)), work)

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
    extends Tier(Tiers.application.trial(cores, work), CpuLimits(service = Some(cores.number)), work)

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
abstract class TiersByTurns(one: => Tier, half: => Tier) extends ByTurns(one, half, users = 16)

final class ServiceCpuOnlyByTurns extends TiersByTurns(new ServiceOneCoreCpuOnly, new ServiceHalfCoreCpuOnly)
final class ServiceAllByTurns extends TiersByTurns(new ServiceOneCoreAll, new ServiceHalfCoreAll)
final class DatabaseDbOnlyByTurns extends TiersByTurns(new DatabaseOneCoreDbOnly, new DatabaseHalfCoreDbOnly)

/** CPU quota of a part of the target, in cores. Each step doubles it, as the price of the published tiers doubles. */
private[scaleup] final case class Cores(number: Double, name: String)

private[scaleup] object Cores {
  val Half: Cores = Cores(0.5, "half a core")
  val One: Cores = Cores(1, "1 core")
  val Two: Cores = Cores(2, "2 cores")

  val all: Vector[Cores] = Vector(Half, One, Two)
}

/** Three sizes of one part of the target, each with every kind of work.
  *
  * @param published
  *   the neighbouring tiers of the claim `source` whose prices stand beside the sizes, the smallest first
  * @param differ
  *   in what these tiers differ, in a sentence
  */
private[bottleneck] final class Tiers private (
    part: String,
    question: String,
    source: String,
    published: Vector[String],
    differ: String
) {
  val study: Study = Study(
    id = s"$part-tiers",
    title = s"Scaling up the $part",
    question,
    factor = s"cores of the $part",
    answer = Vector(Tiers.answer(part)),
    advice = Tiers.advice(published, differ),
    order = for { work <- Work.kinds; cores <- Cores.all } yield Tiers.name(cores, work)
  )

  def trial(cores: Cores, work: Work): Trial = Trial(
    study.id,
    Tiers.name(cores, work),
    Some(Factor("cores", cores.number, Some(work.title))),
    Some(PublishedSetting(source, published(Cores.all.indexOf(cores))))
  )
}

private[bottleneck] object Tiers {

  /** Larger servers for the database: they say nothing of pools/rds, whose servers differ in memory alone. */
  val database: Tiers = new Tiers(
    part = "database",
    "What does a larger server for the database bring to each kind of work?",
    "pools/rds",
    Vector("db.t3.small", "db.t3.medium", "db.t3.large"),
    "which have equally many cores and differ in memory: here, where all data is cached, the sizes differ in cores"
  )

  /** Larger servers for the application. */
  val application: Tiers = new Tiers(
    part = "application",
    "What does a larger server for the application bring to each kind of work?",
    "pools/ec2",
    Vector("t3.large", "t3.xlarge", "t3.2xlarge"),
    "whose cores double from each to the next, as they do here"
  )

  private def name(cores: Cores, work: Work): String = s"${work.title}, ${cores.name}"

  private def of(metric: String, cores: Cores, work: Work): String = s"$metric[${name(cores, work)}]"

  private def gain(metric: String, work: Work): String =
    s"${of(metric, Cores.Two, work)} ÷ ${of(metric, Cores.Half, work)}"

  private def answer(part: String): Sentence = {
    val gains = Work.kinds.map(work => s"${work.title} {${gain("throughput", work)}} times")
    s"From half a core to 2 cores for the $part, at {${gain("price", Work.Cpu)}} times the price, throughput rose: ${gains.mkString(", ")}."
  }

  private def advice(published: Vector[String], differ: String): Vector[Sentence] =
    Work.kinds.flatMap { work =>
      val told = s"{${gain("throughput", work)}} times for {${gain("price", work)}} times the price"
      val worth = s"${gain("throughput", work)} >= 0.93 × (${gain("price", work)})"
      Vector(
        Sentence(s"${work.title} gets what a larger server costs: $told.", when = worth),
        Sentence(s"${work.title} gets less than a larger server costs: $told.", when = s"not $worth")
      )
    } ++ Vector[Sentence](
      s"Sizes of 0.5, 1 and 2 cores stand for neighbouring published tiers, ${published.mkString(", ")}, $differ.",
      "A limit is put on at the end of the warm-up: a server that has run for an hour is warm whatever its size. " +
        s"To compute takes ${Numbers.millis(Tier.computing)} here, so that the generator's part of the cores is small."
    )
}
