package bottleneck.scaleup

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** What to buy: a cache, or cores. */
private[scaleup] object FindAllAdvice {
  import FindAllKind._
  import FindAllTier._

  def answer(evidence: Evidence): Option[String] = for {
    plain <- sound(evidence, Half, NoCache)
    larger <- sound(evidence, One, NoCache)
    redis <- sound(evidence, Half, Redis)
    redisLarger <- sound(evidence, One, Redis)
  } yield s"On ${Half.name} Redis brought ${times(plain, redis)} and twice the cores ${times(plain, larger)}: ${rate(plain)} became ${rate(redis)} and ${rate(larger)}. " +
    s"With Redis twice the cores brought ${times(redis, redisLarger)}, ${rate(redisLarger)}."

  def sentences(evidence: Evidence): Vector[String] = Vector(
    buy(evidence),
    cost(evidence),
    sound(evidence, One, Redis)
      .orElse(sound(evidence, One, Caffeine))
      .map(_ => "The runs with a cache let one request at a time read what has expired.")
  ).flatten

  private def buy(evidence: Evidence): Option[String] = for {
    plain <- sound(evidence, Half, NoCache)
    larger <- sound(evidence, One, NoCache)
    caffeine <- sound(evidence, Half, Caffeine)
    caffeineLarger <- sound(evidence, One, Caffeine)
    if FindAllRun.of(plain).exists(_.isDatabaseBusy) && FindAllRun.of(caffeine).exists(_.isServiceBusy)
  } yield s"Look whose cores are used up before buying some. Here the database's were, so a larger service answered ${times(plain, larger)} as much, and a cache that keeps a list for ${expiry(caffeine)} ${times(plain, caffeine)} (Caffeine, ${Half.name}). " +
    s"With the cache it is the service's cores that limit: twice as many then answered ${times(caffeine, caffeineLarger)} as much."

  /** In the service, and where it has a process of its own in the cache. */
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

  private def expiry(run: Result): String =
    run.target.cache.fold(Numbers.none)(cache => Numbers.millis(cache.expiryMs.toDouble))

  private def times(before: Result, after: Result): String =
    s"${Numbers.plain(after.total.throughput / before.total.throughput)} times"

  private def rate(run: Result): String = Numbers.rate(run.total.throughput)
}
