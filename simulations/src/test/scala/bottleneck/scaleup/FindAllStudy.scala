package bottleneck.scaleup

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: caches and larger tiers. */
object FindAllStudy {
  val study: Study = Study(
    id = "find-all",
    title = "Find all: a cache, or a larger tier?",
    question = "What do a cache and twice the cores bring to a list that one core of database can hardly read?",
    factor = "cache and cores of the service",
    Conclusions(FindAllAdvice.answer, FindAllAdvice.sentences),
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
