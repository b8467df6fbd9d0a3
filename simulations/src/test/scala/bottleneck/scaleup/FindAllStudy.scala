package bottleneck.scaleup

import bottleneck.lab.model.Numbers
import bottleneck.CoreShare
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: caches and larger tiers. */
object FindAllStudy {
  val study: Study = Study(
    id = "find-all",
    title = "Find all: a cache, or a larger tier?",
    question = "What do a cache and twice the cores bring to a list that one core of database can hardly read?",
    factor = "cache and cores of the service",
    Conclusions(FindAllClaims.all, FindAllAdvice.answer, FindAllAdvice.sentences),
    order = for { kind <- FindAllKind.all; tier <- FindAllTier.all } yield name(tier, kind)
  )

  def trial(tier: FindAllTier, kind: FindAllKind): Trial =
    Trial(study.id, name(tier, kind), published = kind.published(tier))

  private[scaleup] def name(tier: FindAllTier, kind: FindAllKind): String = s"${tier.name}, ${kind.name}"
}

/** Advice: a cache or cores. */
private[scaleup] object FindAllAdvice {
  import FindAllKind._
  import FindAllTier._

  def answer(evidence: Evidence): Option[String] = for {
    plain <- sound(evidence, Half, NoCache)
    larger <- byTurns(evidence)
    redis <- sound(evidence, Half, Redis)
    redisLarger <- sound(evidence, One, Redis)
  } yield s"On ${Half.name} Redis brought ${times(plain, redis)} and twice the cores $larger: ${plain.rate} became ${redis.rate} with Redis. " +
    s"With Redis twice the cores brought ${times(redis, redisLarger)}, ${redisLarger.rate}."

  def sentences(evidence: Evidence): Vector[String] = Vector(
    buy(evidence),
    cost(evidence),
    sound(evidence, One, Redis)
      .orElse(sound(evidence, One, Caffeine))
      .map(_ => "The runs with a cache let one request at a time read what has expired.")
  ).flatten

  private def buy(evidence: Evidence): Option[String] = for {
    plain <- sound(evidence, Half, NoCache)
    larger <- byTurns(evidence)
    caffeine <- sound(evidence, Half, Caffeine)
    caffeineLarger <- sound(evidence, One, Caffeine)
    if FindAllRun.of(plain).exists(_.isDatabaseBusy) && FindAllRun.of(caffeine).exists(_.isServiceBusy)
  } yield s"Look whose cores are used up before buying some. Here the database's were, so a larger service answered $larger as much, and a cache that keeps a list for ${expiry(caffeine)} ${times(plain, caffeine)} (Caffeine, ${Half.name}). " +
    s"With the cache it is the service's cores that limit: twice as many then answered ${times(caffeine, caffeineLarger)} as much."

  /** CPU cost of a cache in the service, and in its own process. */
  private def cost(evidence: Evidence): Option[String] = for {
    caffeine <- sound(evidence, One, Caffeine)
    redis <- sound(evidence, One, Redis)
    own <- cpuMs(caffeine)(_.service)
    shared <- cpuMs(redis)(_.service)
  } yield s"A hit in Redis cost the service ${Numbers.millis(shared)} of CPU time, ${Numbers.plain(shared / own)} times one in its own heap (Caffeine, ${Numbers.millis(own)}), as the list is fetched and read from JSON each time" +
    s"${cpuMs(redis)(_.cache).fold("")(used => s", and Redis itself ${Numbers.millis(used)}")}. Keep in the heap what every instance may have on its own, and in Redis what they must share."

  private def cpuMs(run: Result)(part: Cpu => Option[Double]): Option[Double] =
    part(run.server.cpu).filter(_ => run.total.throughput > 0).map(_ * 1000 / run.total.throughput)

  private def sound(evidence: Evidence, tier: FindAllTier, kind: FindAllKind): Option[Result] =
    evidence.counted(FindAllStudy.name(tier, kind)).toOption

  /** What twice the cores bring without a cache. */
  private def byTurns(evidence: Evidence): Option[String] = evidence
    .agreedByTurns(FindAllStudy.name(One, NoCache), FindAllStudy.name(Half, NoCache))
    .map(figure => s"${Numbers.plain(figure.ratio)} times (by turns)")

  private def expiry(run: Result): String =
    run.target.cache.fold(Numbers.none)(cache => Numbers.millis(cache.expiryMs))

  private def times(before: Result, after: Result): String =
    s"${Numbers.plain(after.gainOver(before))} times"
}

/** The source's claims on a cache and on twice the cores. Judgements use ½ core and 1, which are free on a machine of
  *   2. The step from 1 to 2 cores, shared with database, cache and generator, is only shown.
  */
private[scaleup] object FindAllClaims {

  /** Largest throughput ratio of a larger tier that counts as hardly more, either way; the source has 1.06. */
  private val hardlyMore = 1.15

  /** Largest ratio to the published gain that still agrees with the source. */
  private val mostOfPublished = 1.15

  /** Ratio of CPU time per request, Redis to Caffeine, from which Redis takes most. */
  private val mostOfIt = 2.0

  /** CPU utilisation of a saturated database; the source has 99.4 %. */
  private val saturated = 0.9

  def all: Vector[Statement] = Vector(
    Statement("scale-up/micro-db", Verdict.Reproduced, smallWithoutCache),
    Statement("scale-up/medium-db#throughput", Verdict.Reproduced, largeWithoutCache),
    Statement("scale-up/medium-db#database-saturated", Verdict.Reproduced, databaseIsSaturated),
    Statement("scale-up/micro-redis#cpu-is-the-limit", Verdict.Reproduced, smallWithRedis),
    Statement("scale-up/micro-redis#because-of-redis", Verdict.Reproduced, becauseOfRedis),
    // by cores the gain is 2
    Statement("scale-up/medium-redis#gain", Verdict.Refuted, gainWithRedis)
  )

  private def smallWithoutCache(evidence: Evidence): Judgement =
    run(evidence, FindAllTier.Half, FindAllKind.NoCache)
      .map(small =>
        CoreShare.judged(
          CoreShare.atLeast(small.database, FindAllRun.busy),
          CoreShare.lessThan(small.service, FindAllRun.busy)
        )(
          s"on ${FindAllTier.Half.name} without a cache ${small.used}, at ${small.rate} with ${users(small)} users"
        )
      )
      .merge

  private def largeWithoutCache(evidence: Evidence): Judgement = evidence.byTurns(
    FindAllStudy.name(FindAllTier.One, FindAllKind.NoCache),
    FindAllStudy.name(FindAllTier.Half, FindAllKind.NoCache),
    1 / hardlyMore,
    hardlyMore
  )

  private def databaseIsSaturated(evidence: Evidence): Judgement =
    both(evidence, FindAllKind.NoCache).map { case (small, large) =>
      CoreShare.judged(CoreShare.atLeast(large.database, saturated))(
        s"without a cache the database used ${Numbers.percent(small.database)} and ${Numbers.percent(large.database)} of its core, " +
          s"with ${FindAllTier.Half.name} and ${FindAllTier.One.name} of service"
      )
    }.merge

  private def smallWithRedis(evidence: Evidence): Judgement =
    run(evidence, FindAllTier.Half, FindAllKind.Redis)
      .map(small =>
        CoreShare.judged(CoreShare.atLeast(small.service, FindAllRun.busy))(
          s"on ${FindAllTier.Half.name} with Redis ${small.used}, at ${small.rate}"
        )
      )
      .merge

  private def becauseOfRedis(evidence: Evidence): Judgement = (for {
    redis <- run(evidence, FindAllTier.Half, FindAllKind.Redis)
    caffeine <- run(evidence, FindAllTier.Half, FindAllKind.Caffeine)
  } yield {
    val ratio = redis.serviceMs / caffeine.serviceMs
    Judgement.of(ratio >= mostOfIt)(
      s"on ${FindAllTier.Half.name} a request took ${Numbers.millis(redis.serviceMs)} of the service's CPU time with Redis, ${Numbers.plain(ratio)} times the ${Numbers
          .millis(caffeine.serviceMs)} with a cache of its own (Caffeine)"
    )
  }).merge

  private def gainWithRedis(evidence: Evidence): Judgement = (for {
    runs <- both(evidence, FindAllKind.Redis)
    published <- publishedGain(evidence)
  } yield {
    val (small, large) = runs
    val why = if (large.isServiceBusy) limited else ""
    // at least half of the way, in factors, from what twice the cores give to what was published
    val (least, most) = (math.sqrt(2 * published), mostOfPublished * published)
    val gain = large.gainOver(small)
    Judgement.of(least <= gain && gain <= most)(
      s"with Redis ${step(small, large)}, published ${times(published)}${further(evidence, FindAllKind.Redis)}$why"
    )
  }).merge

  private val limited =
    ". Cores that are used up answer in proportion to their number; what the source's instances had of burst credits, which t2 gives, is unknown and may explain the rest: a guess"

  /** Gain by the published figures of the tiers, whatever their runs show. */
  private def publishedGain(evidence: Evidence): Either[Judgement, Double] = {
    def figure(tier: FindAllTier): Option[Double] = evidence
      .variant(FindAllStudy.name(tier, FindAllKind.Redis))
      .flatMap(_.shown.expected.published)
      .flatMap(_.throughput)
    (for { half <- figure(FindAllTier.Half); one <- figure(FindAllTier.One) } yield one / half).toRight(
      Judgement.undecided(
        s"the published figures come with runs of ${FindAllTier.Half.name} and ${FindAllTier.One.name}, of which one has none"
      )
    )
  }

  /** Runs with ½ core and with 1 core. */
  private def both(evidence: Evidence, kind: FindAllKind): Either[Judgement, (FindAllRun, FindAllRun)] = for {
    small <- run(evidence, FindAllTier.Half, kind)
    large <- run(evidence, FindAllTier.One, kind)
  } yield (small, large)

  private def run(evidence: Evidence, tier: FindAllTier, kind: FindAllKind): Either[Judgement, FindAllRun] =
    evidence
      .counted(FindAllStudy.name(tier, kind))
      .flatMap(FindAllRun.of(_).toRight(Judgement.undecided("cores were not limited, or not watched")))

  private def step(small: FindAllRun, large: FindAllRun): String =
    s"${FindAllTier.One.name} answered ${large.rate}, ${times(large.gainOver(small))} the ${small.rate} of ${FindAllTier.Half.name}"

  /** Gain from 1 core to 2. */
  private def further(evidence: Evidence, kind: FindAllKind): String = (for {
    one <- run(evidence, FindAllTier.One, kind)
    two <- run(evidence, FindAllTier.Two, kind)
  } yield s"; ${FindAllTier.Two.name}, of a machine with ${two.result.machine.cpus} for all parts, answered ${two.rate}, ${times(two.gainOver(one))} that").toOption
    .getOrElse("")

  private def times(gain: Double): String = s"${Numbers.plain(gain)} times"

  private def users(run: FindAllRun): String = Numbers.count(run.result.load.users)
}
