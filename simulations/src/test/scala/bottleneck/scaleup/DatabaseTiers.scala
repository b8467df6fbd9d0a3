package bottleneck.scaleup

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.Work

/** Larger servers for the database. */
private[bottleneck] object DatabaseTiers {
  val tiers: Tiers = new Tiers(
    part = "database",
    "What does a larger server for the database bring to each kind of work?",
    Vector(Statement("pools/rds", Verdict.Reproduced, judge)),
    Vector("db.t3.small", "db.t3.medium", "db.t3.large"),
    "which have equally many cores and differ in memory: here, where all data is cached, the sizes differ in cores"
  )

  /** Less than a fifth more on four times the cores, and not as much less: "only slightly". */
  private val slightly = 1.2

  /** Of its cores: a database that uses less is limited by something else. */
  private val busy = 0.7

  private def judge(evidence: Evidence): Judgement = (for {
    runs <- Tiers.runs(evidence, Work.Database)
  } yield used(runs.head).fold(Judgement(Verdict.Undecided, "the database's cores were not watched")) { share =>
    val gain = Tiers.gain(runs.head, runs.last)
    Judgement.of(gain < slightly && gain > 1 / slightly)(
      s"DB Only answered ${Numbers.fixed(gain, 2)} times as many on the largest database as on the smallest. That used ${Numbers
          .percent(share)} of its ${Numbers.count(cores(runs.head))} cores, ${rule(runs, share)}; ${limit(runs.head)}"
    )
  }).merge

  private def cores(run: Result): Double = run.target.cpus.database.getOrElse(run.machine.cpus.toDouble)

  private def used(run: Result): Option[Double] = run.server.cpu.database.map(_ / cores(run))

  /** Throughput is proportional to the cores where they are what limits. */
  private def rule(runs: Vector[Result], share: Double): String =
    if (share < busy) "so they are not what limits, and throughput need not be proportional to them"
    else {
      val reached = Tiers.steps(runs).head * cores(runs(0)) / cores(runs(1))
      val isProportional = math.abs(reached - 1) <= Tiers.tolerance
      s"and the next size answered ${Numbers.percent(reached)} as many per core: throughput " +
        s"${if (isProportional) "is" else "is not"} proportional to the cores within ${Numbers.percent(Tiers.tolerance)}"
    }

  /** What limits by theory, and how full the pool was. */
  private def limit(run: Result): String = {
    val predicted = run.expected.prediction.fold("what limits it was not predicted")(limit =>
      s"${limit.by} limit it by prediction (${limit.formula} = ${Numbers.rate(limit.perSecond)}, and " +
        s"${Numbers.rate(run.total.throughput)} were answered)"
    )
    val pool = run.server.service.hikari.fold("")(pool =>
      s"; ${Numbers.count(pool.activeMax)} connections were in use and ${Numbers.count(pool.pendingMax)} requests waited for one"
    )
    s"$predicted$pool"
  }
}
