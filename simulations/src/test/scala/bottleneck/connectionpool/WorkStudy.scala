package bottleneck.connectionpool

import bottleneck.lab.explain.record.Trial
import bottleneck.lab.explain.verdict._

/** One kind of work on all settings of threads and connections. */
final class WorkStudy private (private[connectionpool] val work: Work, question: String) {
  val study: Study = Study(
    id = s"pools-${work.path}",
    title = s"Threads and connections: ${work.title}",
    question,
    factor = "threads and connections",
    Conclusions(WorkClaims.of(work), WorkAdvice.answer(work), WorkAdvice.sentences(work)),
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
