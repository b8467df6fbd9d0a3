package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.PoolTooLarge.{enough, few, tooLarge}

/** Study: a pool larger than the database can fill. */
object PoolTooLargeStudy {

  private val fits = name(tooLarge, enough)
  private val above = name(tooLarge, few)
  private val fitting = name(few, few)
  private val two = name(20, few, instances = 2)

  val study: Study = Study(
    id = "pool-too-large",
    title = "A pool above max_connections",
    question = s"What happens under load when pools ask for more than the $few connections that the database gives?",
    factor = "connections asked for",
    answer = Vector(
      "Keep instances × pool below max_connections: of a pool of 130 {pool.size[130 connections, 24 given]} connections existed, which answered {throughput[130 connections, 24 given]} where the whole pool answered {throughput[130 connections, 150 given]}, and {failed.pool.all%[130 connections, 24 given]} of the requests were refused."
    ),
    advice = Vector(
      "The service starts, because its pool needs one connection for that, and fills as far as it can; requests fail only where a thread waits longer than the connection timeout. The pool asks for the rest again and again: the database's log (postgres.log among a run's logs) records each refusal, and the next instance, a migration or psql gets only what is left.",
      "A pool of 24, which asks for no more than it gets, failed {failed.pool.all%[24 connections, 24 given]}: it is the lack of connections that counts.",
      "Two instances of 20 got {pool.size[2 × 20 connections, 24 given]} connections together, answered {throughput[2 × 20 connections, 24 given]} and failed {failed.pool.all[2 × 20 connections, 24 given]} requests, slowest {max[2 × 20 connections, 24 given]}. Count instances × pool, also during a rolling deployment, when there is one more."
    ),
    order = Vector(fits, above, fitting, two)
  )

  def trial(connections: Int, available: Int, instances: Int): Trial =
    Trial(study.id, name(connections, available, instances))

  private def name(connections: Int, available: Int, instances: Int = 1): String =
    if (instances == 1) s"$connections connections, $available given"
    else s"$instances × $connections connections, $available given"
}
