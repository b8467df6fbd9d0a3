package bottleneck.connectionpool

import bottleneck.Dsl._

private[connectionpool] abstract class WorkOfStudy(study: WorkStudy, threads: Threads, connections: Int)
    extends WorkVariant(study.trial(threads, connections), study.work, threads.number, connections)

/** Reads that wait in the database, and then a computation. */
abstract class All(threads: Threads, connections: Int) extends WorkOfStudy(WorkStudy.all, threads, connections)

final class AllHalfThreads010 extends All(Threads.HalfTheCores, WorkStudy.few)
final class AllThreadPerCore010 extends All(Threads.PerCore, WorkStudy.few)
final class AllThreadPerCore130 extends All(Threads.PerCore, WorkStudy.many)
final class AllThreads004Connections010 extends All(Threads.Four, WorkStudy.few)
final class AllThreads004Connections130 extends All(Threads.Four, WorkStudy.many)
final class AllThreads008Connections130 extends All(Threads.Eight, WorkStudy.many)
final class AllThreads200Connections010 extends All(Threads.Default, WorkStudy.few)
final class AllThreads200Connections130 extends All(Threads.Default, WorkStudy.many)

/** Another setting beside the defaults. */
final class AllThreads008ByTurns
    extends ByTurns(new AllThreads008Connections130, new AllThreads200Connections010, WorkVariant.users)
final class AllThreads200ByTurns
    extends ByTurns(new AllThreads200Connections130, new AllThreads200Connections010, WorkVariant.users)
final class DbOnlyThreads008ByTurns
    extends ByTurns(new DbOnlyThreads008Connections130, new DbOnlyThreads200Connections010, WorkVariant.users)
final class DbOnlyThreads200ByTurns
    extends ByTurns(new DbOnlyThreads200Connections130, new DbOnlyThreads200Connections010, WorkVariant.users)

/** A computation. */
abstract class CpuOnly(threads: Threads, connections: Int) extends WorkOfStudy(WorkStudy.cpu, threads, connections)

final class CpuOnlyHalfThreads010 extends CpuOnly(Threads.HalfTheCores, WorkStudy.few)
final class CpuOnlyThreadPerCore010 extends CpuOnly(Threads.PerCore, WorkStudy.few)
final class CpuOnlyThreadPerCore130 extends CpuOnly(Threads.PerCore, WorkStudy.many)
final class CpuOnlyThreads004Connections010 extends CpuOnly(Threads.Four, WorkStudy.few)
final class CpuOnlyThreads004Connections130 extends CpuOnly(Threads.Four, WorkStudy.many)
final class CpuOnlyThreads200Connections010 extends CpuOnly(Threads.Default, WorkStudy.few)
final class CpuOnlyThreads200Connections130 extends CpuOnly(Threads.Default, WorkStudy.many)

/** Reads that wait in the database. */
abstract class DbOnly(threads: Threads, connections: Int) extends WorkOfStudy(WorkStudy.database, threads, connections)

final class DbOnlyHalfThreads010 extends DbOnly(Threads.HalfTheCores, WorkStudy.few)
final class DbOnlyThreadPerCore010 extends DbOnly(Threads.PerCore, WorkStudy.few)
final class DbOnlyThreadPerCore130 extends DbOnly(Threads.PerCore, WorkStudy.many)
final class DbOnlyThreads004Connections010 extends DbOnly(Threads.Four, WorkStudy.few)
final class DbOnlyThreads004Connections130 extends DbOnly(Threads.Four, WorkStudy.many)
final class DbOnlyThreads008Connections130 extends DbOnly(Threads.Eight, WorkStudy.many)
final class DbOnlyThreads200Connections010 extends DbOnly(Threads.Default, WorkStudy.few)
final class DbOnlyThreads200Connections130 extends DbOnly(Threads.Default, WorkStudy.many) {
  override protected def settle: FiniteDuration = 26.seconds
}

/** One kind of work on all settings of threads and connections. */
final class WorkStudy private (private[connectionpool] val work: Work, question: String) {
  val study: Study = Study(
    id = s"pools-${work.path}",
    title = s"Threads and connections: ${work.title}",
    question,
    factor = "threads and connections",
    answer = if (work.usesDatabase) WorkStudy.pool else WorkStudy.threads,
    advice = if (work.usesDatabase) WorkStudy.advice else Vector.empty,
    order =
      for { threads <- Threads.all; connections <- Vector(WorkStudy.few, WorkStudy.many) } yield WorkStudy.name(
        threads,
        connections
      )
  )

  private[connectionpool] def trial(threads: Threads, connections: Int): Trial =
    Trial(study.id, WorkStudy.name(threads, connections))
}

object WorkStudy {

  /** Hikari's default. */
  private[connectionpool] val few = 10

  /** The source's. */
  private[connectionpool] val many = 130

  val database: WorkStudy =
    new WorkStudy(Work.Database, "What do threads and connections limit when a request waits for the database?")
  val cpu: WorkStudy =
    new WorkStudy(Work.Cpu, "What do threads and connections limit when a request computes?")
  val all: WorkStudy =
    new WorkStudy(
      Work.All,
      "What do threads and connections limit when a request waits for the database and then computes?"
    )

  private def pool: Vector[Sentence] = {
    val gain = "throughput[200 threads, 130 connections] ÷ throughput[200 threads, 10 connections]"
    val told =
      "130 connections answered {throughput[200 threads, 130 connections]}, and 10, held for {held[200 threads, 10 connections]} by a request, {throughput[200 threads, 10 connections]}."
    Vector(
      Sentence(s"Size the pool for what waits, requests/s × holding time: $told", when = s"$gain >= $worth"),
      Sentence(s"Leave the pool at 10 connections, it is not what limits here: $told", when = s"$gain < $worth")
    )
  }

  private def threads: Vector[Sentence] = {
    val gain = "throughput[200 threads, 10 connections] ÷ throughput[a thread per core, 10 connections]"
    val told =
      "a thread per core answered {throughput[a thread per core, 10 connections]} and 200 threads {throughput[200 threads, 10 connections]}."
    Vector(
      Sentence(s"Keep more threads than cores: $told", when = s"$gain >= $worth"),
      s"Leave threads and connections alone for work that computes, only cores or less work help: $told"
    )
  }

  private def advice: Vector[Sentence] = Vector(
    s"The reads wait ${Numbers.millis(Work.Database.waits)} in the database, which stands for the network and the disk that the " +
      "source had and loopback has not; what pools do for connections that only work is on the page of Hikari's formula.",
    Sentence(
      "Threads come before connections: on a pool of 130, a thread per core answered {throughput[a thread per core, 130 connections]} and 200 threads {throughput[200 threads, 130 connections]}.",
      when = s"throughput[200 threads, 130 connections] ÷ throughput[a thread per core, 130 connections] >= $worth"
    ),
    "With 10 connections {cpu.machine[200 threads, 10 connections]} of {cores[200 threads, 10 connections]} cores were in use, with 130 {cpu.machine[200 threads, 130 connections]}: " +
      "as long as cores are idle and requests wait for a connection, the pool is what limits."
  )

  /** A difference in throughput that is worth a setting. */
  private def worth: Double = 1.1

  private[connectionpool] def name(threads: Threads, connections: Int): String =
    s"${threads.name}, $connections connections"
}
