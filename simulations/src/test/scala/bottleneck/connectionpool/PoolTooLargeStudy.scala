package bottleneck.connectionpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._

/** What happens to a pool that the database does not fill. */
object PoolTooLargeStudy {
  val study: Study = Study(
    id = "pool-too-large",
    title = "A pool above max_connections",
    question =
      s"What happens, at the start and under load, when pools ask for more than the ${PoolTooLarge.available} connections that the database gives?",
    factor = "connections asked for",
    claims = Vector(Claim("pools/too-many", Verdict.Refuted, _.judge(fits, above)(failures))),
    answer = _.judged(fits, above)((f, a) =>
      s"Keep instances × pool below max_connections: a pool of 50 started without a word, got ${existing(a)} connections and answered " +
        s"${Numbers.rate(a.total.throughput)} instead of the ${Numbers.rate(50 / 0.1)} that it was sized for; one of 20 answered ${Numbers.rate(f.total.throughput)}."
    ),
    advice = evidence =>
      Vector(
        Some(
          "Nothing fails until a thread waits longer than the connection timeout. The pool asks again and again for what it lacks: the database's log has " +
            "\"sorry, too many clients already\", and the next instance, a migration or psql gets no connection at all."
        ),
        evidence
          .valid(two)
          .toOption
          .map(run =>
            s"Two instances of 20 got ${existing(run)} connections together and answered ${Numbers.rate(run.total.throughput)}: the one that started first took its 20, " +
              "the other lives on what was left. Count instances × pool, also during a rolling deployment, when there is one more."
          )
      ).flatten,
    simulations = Some("bottleneck.connectionpool.*Pool*"),
    order = Vector(fits, above, two)
  )

  def trial(connections: Int, instances: Int): Trial = Trial(study, name(connections, instances))

  private def name(connections: Int, instances: Int): String =
    if (instances == 1) s"$connections connections" else s"$instances × $connections connections"

  private def fits: String = name(20, 1)
  private def above: String = name(50, 1)
  private def two: String = name(20, 2)

  private def failures(fits: Result, above: Result): Judgement = {
    val failed = above.wholeRun.ko
    Judgement.of(failed > 0)(
      s"the pool of 50 got ${existing(above)} connections and ${Numbers.count(failed.toDouble)} of ${Numbers.count((above.wholeRun.ok + failed).toDouble)} requests failed: " +
        s"it answered ${Numbers.rate(above.total.throughput)}, the one of 20 ${Numbers.rate(fits.total.throughput)}; with more threads waiting than " +
        "time out, requests would fail as they do with any pool of that size"
    )
  }

  private def existing(run: Result): String =
    run.server.hikari.flatMap(_.sizeMax).fold(Numbers.none)(Numbers.count)
}
