package bottleneck.connectionpool

import bottleneck.lab.model.{Numbers, Problem}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: deadlock of threads on each other's connections. */
object NestedConnectionsStudy {
  private val perTask = Vector(2, 3)

  /** Runs without a deadlock that count as "never". */
  private val enough = 5

  val study: Study = Study(
    id = "nested-connections",
    title = "Several connections at once: the pool that deadlocks",
    question =
      s"How many connections do ${NestedConnections.threads} threads need whose tasks hold 2 or 3 of them at once?",
    factor = "connections",
    Conclusions(
      Vector(Statement("pools/connection-formula", Verdict.Reproduced, deadlockBelowOnly)),
      evidence =>
        evidence.judged(name(2, NestedPool.Below), name(2, NestedPool.Formula))((b, f) =>
          "Give a pool at least threads × (connections at once − 1) + 1, or better, let no task need a second connection while it holds one: " +
            s"with one connection less (2 at once) ${Numbers.percent(b.total.failed)} of the requests were refused, and ${b.rate} were answered instead of ${f.rate}."
        ),
      evidence =>
        perTask.flatMap { k =>
          evidence.judged(name(k, NestedPool.Formula), name(k, NestedPool.Ample))((f, a) =>
            s"The formula only prevents the deadlock: with $k at once its ${size(k, NestedPool.Formula)} connections answered ${f.rate}, " +
              s"and ${size(k, NestedPool.Ample)}, with which no thread waits, ${a.rate}."
          )
        } :+ "REQUIRES_NEW inside a transaction takes a second connection. End the outer transaction first, or join it."
    ),
    order = for { k <- perTask; pool <- NestedPool.all } yield name(k, pool)
  )

  private[connectionpool] def trial(perTask: Int, pool: NestedPool): Trial = Trial(study.id, name(perTask, pool))

  private def name(perTask: Int, pool: NestedPool): String =
    s"$perTask at once, ${size(perTask, pool)} connections (${pool.name})"

  private def size(perTask: Int, pool: NestedPool): Int = pool.size(perTask)

  /** The runs of one number of connections at once. */
  private final case class Tested(perTask: Int, below: Result, formula: Vector[Result])

  private def deadlockBelowOnly(evidence: Evidence): Judgement = Problem
    .each(perTask)(k =>
      for {
        below <- evidence.counted(name(k, NestedPool.Below))
        _ <- evidence.counted(name(k, NestedPool.Formula))
      } yield Tested(k, below, evidence.variant(name(k, NestedPool.Formula)).toVector.flatMap(_.counted))
    )
    .map(verdict(evidence, _))
    .merge

  private def verdict(evidence: Evidence, tested: Vector[Tested]): Judgement = {
    val text = tested
      .map { case Tested(k, below, formula) =>
        s"$k at once: with ${size(k, NestedPool.Below)} connections ${stuck(below)}; with ${size(k, NestedPool.Formula)} connections " +
          s"${formula.count(refuses)} of ${formula.size} runs refused any"
      }
      .mkString("; ")
    val happens = tested.forall(test => isDeadlocked(test.below, test.perTask))
    val never = !tested.exists(_.formula.exists(refuses))
    if (tested.exists(_.below.server.service.hikari.isEmpty)) Judgement.undecided("the pool was not watched")
    else if (happens && never && tested.exists(_.formula.size < enough))
      evidence.lacking(s"$text; 'never' needs $enough runs that count")
    else Judgement.of(happens && never)(text)
  }

  /** All connections in use and all threads waiting for another, until a time-out ends it. */
  private def isDeadlocked(run: Result, perTask: Int): Boolean = refuses(run) && run.server.service.hikari.exists(
    pool => pool.activeMax >= size(perTask, NestedPool.Below) && pool.pendingMax >= NestedConnections.threads
  )

  /** True if a task timed out, which only a deadlock causes here. */
  private def refuses(run: Result): Boolean = run.measured.wholeRun.ko > 0

  private def stuck(run: Result): String = run.server.service.hikari.fold("nothing was watched")(pool =>
    s"${Numbers.count(pool.activeMax)} were in use while ${Numbers.count(pool.pendingMax)} of ${NestedConnections.threads} threads waited for another, " +
      s"and ${Numbers.count(run.total.ko)} requests were refused when their wait timed out"
  )
}
