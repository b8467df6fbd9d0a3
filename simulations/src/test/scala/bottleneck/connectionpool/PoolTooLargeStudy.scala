package bottleneck.connectionpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._

/** What happens to a pool that the database does not fill. */
object PoolTooLargeStudy {
  val study: Study = Study(
    id = "pool-too-large",
    title = "A pool above max_connections",
    question =
      s"What happens, at the start and under load, when pools ask for more than the ${PoolTooLarge.available} connections that the database gives?",
    factor = "connections asked for",
    Conclusions(
      Vector(Statement("pools/too-many", Verdict.Refuted, _.judge(fits, above)(failures))),
      _.judged(fits, above)((f, a) =>
        s"Keep instances × pool below max_connections: a pool of ${PoolTooLarge.tooLarge} got ${existing(a)} connections and answered " +
          s"${Numbers.rate(a.total.throughput)} where its size promises ${promised}; one of ${PoolTooLarge.fitting} answered ${Numbers.rate(f.total.throughput)}."
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
              s"Two instances of ${PoolTooLarge.fitting} got ${existing(run)} connections together, answered ${Numbers.rate(run.total.throughput)} and failed " +
                s"${Numbers.count(refused(run).toDouble)} requests, slowest ${slowest(run)}. Count instances × pool, also during a rolling deployment, when there is one more."
            )
        ).flatten
    ),
    order = Vector(fits, above, two)
  )

  def trial(connections: Int, instances: Int): Trial = Trial(study, name(connections, instances))

  private def name(connections: Int, instances: Int): String =
    if (instances == 1) s"$connections connections" else s"$instances × $connections connections"

  private def fits: String = name(PoolTooLarge.fitting, 1)
  private def above: String = name(PoolTooLarge.tooLarge, 1)
  private def two: String = name(PoolTooLarge.fitting, 2)

  private def failures(fits: Result, above: Result): Judgement = Judgement.of(share(above) > share(fits))(
    s"a pool of ${PoolTooLarge.tooLarge} got ${existing(above)} connections, answered ${Numbers.rate(above.total.throughput)} and refused " +
      s"${Numbers.count(refused(above).toDouble)} requests; one of ${PoolTooLarge.fitting} answered ${Numbers.rate(fits.total.throughput)} and refused ${Numbers.count(refused(fits).toDouble)}: " +
      "requests are refused where they wait too long for what there is, as with any pool of that size"
  )

  private def share(run: Result): Double =
    refused(run).toDouble / math.max(1, run.measured.wholeRun.ok + run.measured.wholeRun.ko)

  private def refused(run: Result): Long = ErrorKind.times(run.measured.wholeRun.errors, ErrorKind.noDatabaseConnection)

  private def existing(run: Result): String =
    run.server.service.hikari.flatMap(_.sizeMax).fold(Numbers.none)(Numbers.count)

  private def promised: String =
    Numbers.rate(Prediction.connections(PoolTooLarge.tooLarge, 1, PoolTooLarge.holding.time).perSecond)

  private def slowest(run: Result): String =
    run.total.latencyMs.fold(Numbers.none)(latency => Numbers.millis(latency.max.toDouble))
}
