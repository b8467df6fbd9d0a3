package bottleneck.connectionpool

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
    answer = Vector(
      "Give a pool at least threads × (connections at once − 1) + 1, or better, let no task need a second connection while it holds one: with one connection less (2 at once) {failed%[2 at once, 5 connections (formula − 1)]} of the requests were refused, and {throughput[2 at once, 5 connections (formula − 1)]} were answered instead of {throughput[2 at once, 6 connections (formula)]}."
    ),
    advice = Vector(
      "The formula only prevents the deadlock: with 2 at once its 6 connections answered {throughput[2 at once, 6 connections (formula)]}, and 10, with which no thread waits, {throughput[2 at once, 10 connections (threads × connections)]}.",
      "With 3 at once its 11 connections answered {throughput[3 at once, 11 connections (formula)]}, and 15, with which no thread waits, {throughput[3 at once, 15 connections (threads × connections)]}.",
      "REQUIRES_NEW inside a transaction takes a second connection. End the outer transaction first, or join it."
    ),
    order = for { k <- perTask; pool <- NestedPool.all } yield name(k, pool)
  )

  private[connectionpool] def trial(perTask: Int, pool: NestedPool): Trial = Trial(study.id, name(perTask, pool))

  private def name(perTask: Int, pool: NestedPool): String =
    s"$perTask at once, ${size(perTask, pool)} connections (${pool.name})"

  private def size(perTask: Int, pool: NestedPool): Int = pool.size(perTask)
}
