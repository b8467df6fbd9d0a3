package bottleneck.connectionpool

import bottleneck.lab.model.{ErrorKind, Numbers}
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
    Conclusions(
      _.judged(fits, above)((f, a) =>
        s"Keep instances × pool below max_connections: of a pool of $tooLarge ${existing(a)} connections existed, which answered ${a.rate} where the whole " +
          s"pool answered ${f.rate}, and refused ${Numbers.percent(share(a))} of the requests."
      ),
      evidence =>
        Vector(
          Some(
            "The service starts, because its pool needs one connection for that, and fills as far as it can; requests fail only where a thread waits longer than " +
              "the connection timeout. The pool asks for the rest again and again: the database's log (postgres.log among a run's logs) records each refusal, and " +
              "the next instance, a migration or psql gets only what is left."
          ),
          evidence
            .counted(two)
            .toOption
            .map(run =>
              s"Two instances of 20 got ${existing(run)} connections together, answered ${run.rate} and failed " +
                s"${Numbers.count(refused(run))} requests, slowest ${run.latency(_.max)}. Count instances × pool, also during a rolling deployment, when there is one more."
            )
        ).flatten
    ),
    order = Vector(fits, above, fitting, two)
  )

  def trial(connections: Int, available: Int, instances: Int): Trial =
    Trial(study.id, name(connections, available, instances))

  private def name(connections: Int, available: Int, instances: Int = 1): String =
    if (instances == 1) s"$connections connections, $available given"
    else s"$instances × $connections connections, $available given"

  private def share(run: Result): Double =
    refused(run).toDouble / math.max(1, run.measured.wholeRun.ended)

  private def refused(run: Result): Long = ErrorKind.times(run.measured.wholeRun.errors, ErrorKind.noDatabaseConnection)

  private def existing(run: Result): String =
    run.server.service.hikari.flatMap(_.sizeMax).fold(Numbers.none)(Numbers.count)
}
