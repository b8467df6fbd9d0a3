package bottleneck.scaleup

import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.Work

/** Larger servers for the application. */
private[bottleneck] object ApplicationTiers {
  val tiers: Tiers = new Tiers(
    part = "application",
    "What does a larger server for the application bring to each kind of work?",
    "pools/ec2",
    Vector(
      Statement("pools/ec2#cores", Verdict.Reproduced, followsTheCores)
    ),
    Vector("t3.large", "t3.xlarge", "t3.2xlarge"),
    "whose cores double from each to the next, as they do here"
  )

  /** Smallest throughput ratio that is a rise. */
  private val risen = 1 + Tiers.tolerance

  /** One core beside half a core: what every machine has beside generator and database. */
  private def followsTheCores(evidence: Evidence): Judgement = {
    def byTurns(work: Work, least: Double, most: Double): Judgement =
      evidence.byTurns(Tiers.name(Cores.One, work), Tiers.name(Cores.Half, work), least, most)
    Judgement.all(
      Vector(
        byTurns(Work.Cpu, 2 * (1 - Tiers.tolerance), 2 * (1 + Tiers.tolerance)),
        byTurns(Work.All, risen, Double.PositiveInfinity)
      )
    )
  }
}
