package bottleneck.pools

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** One kind of work on some setting of threads and connections. */
private[pools] abstract class WorkOfStudy(work: Work, threads: Threads, connections: Int)
    extends WorkVariant(
      Trial(s"pools-${work.path}", s"${threads.name}, $connections connections"),
      work,
      threads.number,
      connections
    )

/** Reads that wait in the database, and then a computation. */
abstract class All(threads: Threads, connections: Int) extends WorkOfStudy(Work.All, threads, connections)

final class AllHalfThreads010 extends All(Threads.HalfTheCores, 10)
final class AllThreadPerCore010 extends All(Threads.PerCore, 10)
final class AllThreadPerCore130 extends All(Threads.PerCore, 130)
final class AllThreads004Connections010 extends All(Threads.Four, 10)
final class AllThreads004Connections130 extends All(Threads.Four, 130)
final class AllThreads008Connections130 extends All(Threads.Eight, 130)
final class AllThreads200Connections010 extends All(Threads.Default, 10)
final class AllThreads200Connections130 extends All(Threads.Default, 130)

/** Another setting beside the defaults. */
final class AllThreads008ByTurns
    extends ByTurns(new AllThreads008Connections130, new AllThreads200Connections010, Work.users)
final class AllThreads200ByTurns
    extends ByTurns(new AllThreads200Connections130, new AllThreads200Connections010, Work.users)
final class DbOnlyThreads008ByTurns
    extends ByTurns(new DbOnlyThreads008Connections130, new DbOnlyThreads200Connections010, Work.users)
final class DbOnlyThreads200ByTurns
    extends ByTurns(new DbOnlyThreads200Connections130, new DbOnlyThreads200Connections010, Work.users)

/** A computation. */
abstract class CpuOnly(threads: Threads, connections: Int) extends WorkOfStudy(Work.Cpu, threads, connections)

final class CpuOnlyHalfThreads010 extends CpuOnly(Threads.HalfTheCores, 10)
final class CpuOnlyThreadPerCore010 extends CpuOnly(Threads.PerCore, 10)
final class CpuOnlyThreadPerCore130 extends CpuOnly(Threads.PerCore, 130)
final class CpuOnlyThreads004Connections010 extends CpuOnly(Threads.Four, 10)
final class CpuOnlyThreads004Connections130 extends CpuOnly(Threads.Four, 130)
final class CpuOnlyThreads200Connections010 extends CpuOnly(Threads.Default, 10)
final class CpuOnlyThreads200Connections130 extends CpuOnly(Threads.Default, 130)

/** Reads that wait in the database. */
abstract class DbOnly(threads: Threads, connections: Int) extends WorkOfStudy(Work.Database, threads, connections)

final class DbOnlyHalfThreads010 extends DbOnly(Threads.HalfTheCores, 10)
final class DbOnlyThreadPerCore010 extends DbOnly(Threads.PerCore, 10)
final class DbOnlyThreadPerCore130 extends DbOnly(Threads.PerCore, 130)
final class DbOnlyThreads004Connections010 extends DbOnly(Threads.Four, 10)
final class DbOnlyThreads004Connections130 extends DbOnly(Threads.Four, 130)
final class DbOnlyThreads008Connections130 extends DbOnly(Threads.Eight, 130)
final class DbOnlyThreads200Connections010 extends DbOnly(Threads.Default, 10)
final class DbOnlyThreads200Connections130 extends DbOnly(Threads.Default, 130)

/** Each kind of work on 10 connections, Hikari's default, and 130, the source's. */
object WorkStudy {
  val database: Study = study(Work.Database, "a request waits for the database", pool, advice)
  val cpu: Study = study(Work.Cpu, "a request computes", threads, Vector.empty)
  val all: Study = study(Work.All, "a request waits for the database and then computes", pool, advice)

  private def study(work: Work, when: String, answer: Vector[Sentence], advice: Vector[Sentence]): Study = Study(
    id = s"pools-${work.path}",
    title = s"Threads and connections: ${work.title}",
    question = s"What do threads and connections limit when $when?",
    factor = "threads and connections",
    answer,
    advice,
    order = Threads.all.flatMap(of => Vector(10, 130).map(connections => s"${of.name}, $connections connections"))
  )

  private def pool: Vector[Sentence] = {
    val gain = "throughput[200 threads, 130 connections] ÷ throughput[200 threads, 10 connections]"
    val answered =
      "130 connections answered {throughput[200 threads, 130 connections]}, and 10, held for {held[200 threads, 10 connections]} by a request, {throughput[200 threads, 10 connections]}."
    Vector(
      Sentence(s"Size the pool for what waits, requests/s × holding time: $answered", when = s"$gain >= $worth"),
      Sentence(s"Leave the pool at 10 connections, it is not what limits here: $answered", when = s"$gain < $worth")
    )
  }

  private def threads: Vector[Sentence] = {
    val answered =
      "a thread per core answered {throughput[a thread per core, 10 connections]} and 200 threads {throughput[200 threads, 10 connections]}."
    Vector(
      Sentence(
        s"Keep more threads than cores: $answered",
        when = s"throughput[200 threads, 10 connections] ÷ throughput[a thread per core, 10 connections] >= $worth"
      ),
      s"Leave threads and connections alone for work that computes, only cores or less work help: $answered"
    )
  }

  private def advice: Vector[Sentence] = Vector(
    s"The reads wait ${Numbers.millis(Work.Database.waits)} in the database, which stands for the network and the disk that the source had and loopback has not; what pools do for connections that only work is on the page of Hikari's formula.",
    Sentence(
      "Threads come before connections: on a pool of 130, a thread per core answered {throughput[a thread per core, 130 connections]} and 200 threads {throughput[200 threads, 130 connections]}.",
      when = s"throughput[200 threads, 130 connections] ÷ throughput[a thread per core, 130 connections] >= $worth"
    ),
    "With 10 connections {cpu.machine[200 threads, 10 connections]} of {cores[200 threads, 10 connections]} cores were in use, with 130 {cpu.machine[200 threads, 130 connections]}: as long as cores are idle and requests wait for a connection, the pool is what limits."
  )

  /** A gain in throughput that is worth a setting. */
  private def worth: Double = 1.1
}
