package bottleneck.scaleup

import bottleneck.connectionpool.Work
import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._

/** Larger servers for the database. */
private[scaleup] object DatabaseTiers {
  val tiers: Tiers = new Tiers(
    part = "database",
    "What does a larger server for the database bring to each kind of work?",
    Claim("pools/rds", Verdict.Reproduced, judge),
    Vector("db.t3.small", "db.t3.medium", "db.t3.large"),
    "which have equally many cores and differ in memory: here, where all data is cached, the sizes differ in cores",
    simulations = "bottleneck.scaleup.Database*"
  )

  /** Less than a fifth more on four times the cores: "only slightly". */
  private val slightly = 1.2

  private def judge(evidence: Evidence): Judgement = (for {
    db <- Tiers.runs(evidence, Work.Database)
    smallest = db.head
    gain = Tiers.gain(smallest, db.last)
  } yield smallest.server.cpu.database.fold(Judgement(Verdict.Invalid, "the database's cores were not watched")) { used =>
    Judgement.of(gain < slightly)(
      s"DB Only answered ${Numbers.fixed(gain, 2)} times as many on the largest database as on the smallest; on that one ${reason(smallest, used)}"
    )
  }).merge

  /** What limits, so that throughput need not follow the cores. */
  private def reason(run: Result, used: Double): String = {
    val cores = run.target.cpus.database.fold(Numbers.cores(used))(limit =>
      s"${Numbers.percent(used / limit)} of ${Numbers.count(limit)} cores"
    )
    val predicted = run.prediction.fold("what limits it was not predicted")(limit =>
      s"what limits by prediction is ${limit.by} (${limit.formula} = ${Numbers.rate(limit.perSecond)}), of which " +
        s"${Numbers.percent(run.total.throughput / limit.perSecond)} were answered"
    )
    val pool = run.server.hikari.fold("")(pool =>
      s"; ${Numbers.count(pool.activeMax)} connections were in use and ${Numbers.count(pool.pendingMax)} requests waited for one"
    )
    val rule =
      if (run.prediction.exists(_.by == "cores of the database")) "so throughput should follow the cores"
      else s"so the rule that throughput follows the cores within ${Numbers.percent(Tiers.tolerance)} does not apply"
    s"the database used $cores and $predicted$pool, $rule"
  }
}
