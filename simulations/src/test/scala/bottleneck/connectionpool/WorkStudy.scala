package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.ServiceProperties
import bottleneck.lab.{ByTurns, Simulated}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

/** One kind of work on all settings of threads and connections. */
final class WorkStudy private (private[connectionpool] val work: Work, question: String) {
  val study: Study = Study(
    id = s"pools-${work.path}",
    title = s"Threads and connections: ${work.title}",
    question,
    factor = "threads and connections",
    Conclusions(WorkAdvice.answer(work), WorkAdvice.sentences(work)),
    order = for { threads <- Threads.all; connections <- WorkStudy.pools } yield WorkStudy.name(threads, connections)
  )

  private[connectionpool] def trial(threads: Threads, connections: Int): Trial =
    Trial(study.id, WorkStudy.name(threads, connections))
}

object WorkStudy {

  /** Hikari's default. */
  private[connectionpool] val few = 10

  /** The source's. */
  private[connectionpool] val many = 130

  private[connectionpool] val pools = Vector(few, many)

  val database: WorkStudy =
    new WorkStudy(Work.Database, "What do threads and connections limit when a request waits for the database?")
  val cpu: WorkStudy =
    new WorkStudy(Work.Cpu, "What do threads and connections limit when a request computes?")
  val all: WorkStudy =
    new WorkStudy(
      Work.All,
      "What do threads and connections limit when a request waits for the database and then computes?"
    )

  private[connectionpool] def name(threads: Threads, connections: Int): String =
    s"${threads.name}, $connections connections"
}

/** Advice: threads and connections by kind of work. */
private[connectionpool] object WorkAdvice {

  /** A difference in throughput that is worth a setting. */
  private val worth = 1.1

  private def few: String = WorkStudy.name(Threads.Default, WorkStudy.few)
  private def many: String = WorkStudy.name(Threads.Default, WorkStudy.many)
  private def perCoreFew: String = WorkStudy.name(Threads.PerCore, WorkStudy.few)
  private def perCoreMany: String = WorkStudy.name(Threads.PerCore, WorkStudy.many)

  def answer(work: Work)(evidence: Evidence): Option[String] =
    if (work.usesDatabase) evidence.judged(few, many)(pool) else evidence.judged(perCoreFew, few)(threads)

  def sentences(work: Work)(evidence: Evidence): Vector[String] = if (!work.usesDatabase) Vector.empty
  else
    Vector(
      Some(
        s"The reads wait ${Numbers.millis(work.waits)} in the database, which stands for the network and the disk that the " +
          "source had and loopback has not; what pools do for connections that only work is on the page of Hikari's formula."
      ),
      evidence.judged(perCoreMany, many)(threadsFirst).flatten,
      evidence.judged(few, many)(whatIsFull)
    ).flatten

  private def pool(few: Result, many: Result): String = {
    val comparison =
      s"${WorkStudy.many} connections answered ${many.rate}, and ${WorkStudy.few} connections, held for ${held(few)} by a request, ${few.rate}"
    if (many.gainOver(few) >= worth) s"Size the pool for what waits, requests/s × holding time: $comparison."
    else s"Leave the pool at ${WorkStudy.few} connections, it is not what limits here: $comparison."
  }

  private def threads(perCore: Result, default: Result): String = {
    val comparison = s"a thread per core answered ${perCore.rate} and ${threads(default)} threads ${default.rate}"
    if (default.gainOver(perCore) >= worth) s"Keep more threads than cores: $comparison."
    else s"Leave threads and connections alone for work that computes, only cores or less work help: $comparison."
  }

  private def threadsFirst(few: Result, many: Result): Option[String] = Option.when(many.gainOver(few) >= worth)(
    s"Threads come before connections: on a pool of ${WorkStudy.many}, ${threads(few)} threads answered ${few.rate} and ${threads(many)} answered ${many.rate}."
  )

  private def whatIsFull(few: Result, many: Result): String =
    s"With ${WorkStudy.few} connections ${cores(few)} of ${few.machine.cpus} cores were in use, with ${WorkStudy.many} ${cores(many)}: " +
      "as long as cores are idle and requests wait for a connection, the pool is what limits."

  private def cores(run: Result): String = run.server.cpu.whole.machine.fold(Numbers.none)(Numbers.cores)

  private def threads(run: Result): String =
    ServiceProperties.number(run, ServiceProperties.threads).fold(Numbers.none)(Numbers.count)

  private def held(run: Result): String =
    run.server.service.hikari.flatMap(_.usageMeanMs).fold("some time")(Numbers.millis(_))
}

/** Reads that wait in the database, and then a computation. */
abstract class All(threads: Threads, connections: Int)
    extends Simulated(ThreadsAndConnections.of(WorkStudy.all, threads, connections))

final class AllHalfThreads010 extends All(Threads.HalfTheCores, WorkStudy.few)
final class AllThreadPerCore010 extends All(Threads.PerCore, WorkStudy.few)
final class AllThreadPerCore130 extends All(Threads.PerCore, WorkStudy.many)
final class AllThreads004Connections010 extends All(Threads.Four, WorkStudy.few)
final class AllThreads004Connections130 extends All(Threads.Four, WorkStudy.many)
final class AllThreads008Connections130 extends All(Threads.Eight, WorkStudy.many)
final class AllThreads200Connections010 extends All(Threads.Default, WorkStudy.few)
final class AllThreads200Connections130 extends All(Threads.Default, WorkStudy.many)

/** Another setting beside the defaults. */
abstract class AgainstDefaults(study: WorkStudy, threads: Threads)
    extends ByTurns(
      ThreadsAndConnections.of(study, threads, WorkStudy.many),
      ThreadsAndConnections.of(study, Threads.Default, WorkStudy.few),
      ThreadsAndConnections.users
    )

final class AllThreads008ByTurns extends AgainstDefaults(WorkStudy.all, Threads.Eight)
final class AllThreads200ByTurns extends AgainstDefaults(WorkStudy.all, Threads.Default)
final class DbOnlyThreads008ByTurns extends AgainstDefaults(WorkStudy.database, Threads.Eight)
final class DbOnlyThreads200ByTurns extends AgainstDefaults(WorkStudy.database, Threads.Default)

/** A computation. */
abstract class CpuOnly(threads: Threads, connections: Int)
    extends Simulated(ThreadsAndConnections.of(WorkStudy.cpu, threads, connections))

final class CpuOnlyHalfThreads010 extends CpuOnly(Threads.HalfTheCores, WorkStudy.few)
final class CpuOnlyThreadPerCore010 extends CpuOnly(Threads.PerCore, WorkStudy.few)
final class CpuOnlyThreadPerCore130 extends CpuOnly(Threads.PerCore, WorkStudy.many)
final class CpuOnlyThreads004Connections010 extends CpuOnly(Threads.Four, WorkStudy.few)
final class CpuOnlyThreads004Connections130 extends CpuOnly(Threads.Four, WorkStudy.many)
final class CpuOnlyThreads200Connections010 extends CpuOnly(Threads.Default, WorkStudy.few)
final class CpuOnlyThreads200Connections130 extends CpuOnly(Threads.Default, WorkStudy.many)

/** Reads that wait in the database. */
abstract class DbOnly(threads: Threads, connections: Int, settle: FiniteDuration = ThreadsAndConnections.settle)
    extends Simulated(ThreadsAndConnections.of(WorkStudy.database, threads, connections, settle))

final class DbOnlyHalfThreads010 extends DbOnly(Threads.HalfTheCores, WorkStudy.few)
final class DbOnlyThreadPerCore010 extends DbOnly(Threads.PerCore, WorkStudy.few)
final class DbOnlyThreadPerCore130 extends DbOnly(Threads.PerCore, WorkStudy.many)
final class DbOnlyThreads004Connections010 extends DbOnly(Threads.Four, WorkStudy.few)
final class DbOnlyThreads004Connections130 extends DbOnly(Threads.Four, WorkStudy.many)
final class DbOnlyThreads008Connections130 extends DbOnly(Threads.Eight, WorkStudy.many)
final class DbOnlyThreads200Connections010 extends DbOnly(Threads.Default, WorkStudy.few)
final class DbOnlyThreads200Connections130 extends DbOnly(Threads.Default, WorkStudy.many, settle = 26.seconds)
