package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: deadlock of threads on each other's connections. */
object NestedConnectionsStudy {
  private val perTask = Vector(2, 3)

  val study: Study = Study(
    id = "nested-connections",
    title = "Several connections at once: the pool that deadlocks",
    question =
      s"How many connections do ${NestedConnections.threads} threads need whose tasks hold 2 or 3 of them at once?",
    factor = "connections",
    Conclusions(
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
}
