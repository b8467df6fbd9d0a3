package bottleneck.scaleup

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.verdict._

/** The claims of the source on a cache and on twice the cores. Tiers are judged by ½ core and 1, whose cores nobody
  * else needs on 2; 1 and 2 cores, which share those of the machine with database, cache and generator, are told
  * beside.
  */
private[scaleup] object FindAllClaims {

  /** The source's own gain is 1.06: what a larger tier may answer more, or less, and still be called hardly more. */
  private val hardlyMore = 1.15

  /** How far a gain may be from the published one. */
  private val tolerance = 0.15

  def all: Vector[Statement] = Vector(
    Statement("scale-up/micro-db", Verdict.Reproduced, smallWithoutCache),
    Statement("scale-up/medium-db", Verdict.Reproduced, largeWithoutCache),
    Statement("scale-up/micro-redis", Verdict.Reproduced, smallWithRedis),
    // by cores the gain is 2, and what is CPU-bound has none to spare
    Statement("scale-up/medium-redis", Verdict.Refuted, largeWithRedis)
  )

  private def smallWithoutCache(evidence: Evidence): Judgement =
    run(evidence, FindAllTier.Half, FindAllKind.NoCache)
      .map(small =>
        Judgement.of(small.isDatabaseBusy && !small.isServiceBusy)(
          s"on ${FindAllTier.Half.name} without a cache ${small.used}, at ${small.rate} with ${users(small)} users"
        )
      )
      .merge

  private def largeWithoutCache(evidence: Evidence): Judgement = (for {
    small <- run(evidence, FindAllTier.Half, FindAllKind.NoCache)
    large <- run(evidence, FindAllTier.One, FindAllKind.NoCache)
  } yield Judgement.of(isHardlyMore(large.gainOver(small)) && Vector(small, large).forall(_.isDatabaseBusy))(
    s"without a cache ${step(small, large)}, and the database used ${Numbers.percent(small.database)} and ${Numbers
        .percent(large.database)} of its core, with ${users(small)} users each, as the source admits its own should have had${further(evidence, FindAllKind.NoCache)}"
  )).merge

  private def isHardlyMore(gain: Double): Boolean = gain <= hardlyMore && gain >= 1 / hardlyMore

  private def smallWithRedis(evidence: Evidence): Judgement =
    run(evidence, FindAllTier.Half, FindAllKind.Redis)
      .map(small =>
        Judgement.of(small.isServiceBusy)(s"on ${FindAllTier.Half.name} with Redis ${small.used}, at ${small.rate}")
      )
      .merge

  private def largeWithRedis(evidence: Evidence): Judgement = (for {
    small <- run(evidence, FindAllTier.Half, FindAllKind.Redis)
    large <- run(evidence, FindAllTier.One, FindAllKind.Redis)
    published <- publishedGain(evidence)
  } yield {
    val isAsPublished = math.abs(large.gainOver(small) / published - 1) <= tolerance
    Judgement.of(isAsPublished && large.service <= FindAllRun.busy)(
      s"with Redis ${step(small, large)}, published ${times(published)}, and the service used ${Numbers.percent(large.service)} of its cores on ${FindAllTier.One.name}${further(
          evidence,
          FindAllKind.Redis
        )}${if (large.isServiceBusy) limited else ""}"
    )
  }).merge

  private val limited =
    ". Cores that are used up answer in proportion to their number; what the source's instances had of burst credits, which t2 gives, is unknown and may explain the rest: a guess"

  /** By the figures of the tiers that have some, whatever became of their runs. */
  private def publishedGain(evidence: Evidence): Either[Judgement, Double] = {
    def figure(tier: FindAllTier): Option[Double] = evidence
      .variant(FindAllStudy.name(tier, FindAllKind.Redis))
      .flatMap(_.shown.expected.published)
      .flatMap(_.throughput)
    (for { one <- figure(FindAllTier.One); two <- figure(FindAllTier.Two) } yield two / one).toRight(
      Judgement(
        Verdict.Undecided,
        s"the published figures come with runs of ${FindAllTier.One.name} and ${FindAllTier.Two.name}, of which one is missing"
      )
    )
  }

  private def run(evidence: Evidence, tier: FindAllTier, kind: FindAllKind): Either[Judgement, FindAllRun] =
    evidence
      .counted(FindAllStudy.name(tier, kind))
      .flatMap(FindAllRun.of(_).toRight(Judgement(Verdict.Undecided, "cores were not limited, or not watched")))

  private def step(small: FindAllRun, large: FindAllRun): String =
    s"${FindAllTier.One.name} answered ${large.rate}, ${times(large.gainOver(small))} the ${small.rate} of ${FindAllTier.Half.name}"

  /** From 1 core to 2. */
  private def further(evidence: Evidence, kind: FindAllKind): String = (for {
    one <- run(evidence, FindAllTier.One, kind)
    two <- run(evidence, FindAllTier.Two, kind)
  } yield s"; ${FindAllTier.Two.name}, of a machine with ${two.result.machine.cpus} for all parts, answered ${two.rate}, ${times(two.gainOver(one))} that").toOption
    .getOrElse("")

  private def times(gain: Double): String = s"${Numbers.plain(gain)} times"

  private def users(run: FindAllRun): String = Numbers.count(run.result.load.users.toDouble)
}
