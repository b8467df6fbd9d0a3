package bottleneck.scaleup

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.Latency
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.Cache

/** What the runs say of a cache entry that expires while everybody wants it. */
object FindAllStampedeStudy {
  private val caches = Vector(FindAllStampede.redis, FindAllStampede.caffeine)
  private val names = Map("redis" -> "Redis", "caffeine" -> "Caffeine")

  val study: Study = Study(
    id = "cache-stampede",
    title = "Find all: when the cache entry expires",
    question = "What does it cost if every request that misses an expired entry reads it again, instead of one?",
    factor = "cache, and which requests read an expired entry",
    Conclusions(
      Vector.empty,
      answer(_, FindAllStampede.redis),
      evidence =>
        Vector(
          answer(evidence, FindAllStampede.caffeine),
          compared(evidence, FindAllStampede.redis).map(_ =>
            "Let one request read what has expired while the others wait. @Cacheable(sync = true) does so with Caffeine. With Redis, as Spring Boot sets it up, it locks nothing (Spring Data Redis since 3.4): take a lock of the instance around the second look-up, as here, or a locking cache writer, which asks Redis for its lock before every hit and holds for all instances."
          ),
          compared(evidence, FindAllStampede.redis).map { case (_, one) =>
            s"Misses are no measure of it: ${misses(one)} look-ups for every ${life(one)} missed with a single flight too, as who waits has missed. Watch what the database is asked."
          }
        ).flatten
    ),
    order = for { cache <- caches; singleFlight <- Vector(false, true) } yield name(cache, singleFlight)
  )

  def trial(cache: Cache, singleFlight: Boolean): Trial = Trial(study.id, name(cache, singleFlight))

  private def name(cache: Cache, singleFlight: Boolean): String =
    s"${names(cache.name)}, ${if (singleFlight) "one reads" else "all read"}"

  private def compared(evidence: Evidence, cache: Cache): Option[(Result, Result)] =
    evidence.judged(name(cache, singleFlight = false), name(cache, singleFlight = true))((all, one) => (all, one))

  private def answer(evidence: Evidence, cache: Cache): Option[String] =
    compared(evidence, cache).map { case (all, one) =>
      s"With ${names(cache.name)} ${reads(all)} reads of the database for every ${life(all)} that an entry lives instead of ${reads(one)}, a p99 of ${latency(all)(_.p99)} instead of ${latency(one)(_.p99)} " +
        s"(slowest ${latency(all)(_.max)} and ${latency(one)(_.max)}), and ${Numbers.rate(all.total.throughput)} instead of ${Numbers.rate(one.total.throughput)}; ${hitRate(all)} and ${hitRate(one)} of the look-ups were hits."
    }

  private def life(run: Result): String =
    run.target.cache.fold(Numbers.none)(cache => Numbers.millis(cache.expiryMs.toDouble))

  /** Each read holds a connection. */
  private def reads(run: Result): String = perLife(run)(_.server.service.hikari.flatMap(_.acquired))

  private def misses(run: Result): String = perLife(run)(_.server.service.cache.map(_.misses))

  /** In as long as an entry lives: it expires less often, as it is then read for a time. */
  private def perLife(run: Result)(count: Result => Option[Double]): String = (for {
    counted <- count(run)
    cache <- run.target.cache
  } yield Numbers.plain(counted * cache.expiryMs / (run.treatment.window.toMs - run.treatment.window.fromMs)))
    .getOrElse(Numbers.none)

  private def latency(run: Result)(of: Latency => Long): String =
    run.total.latencyMs.fold(Numbers.none)(times => Numbers.millis(of(times).toDouble))

  private def hitRate(run: Result): String =
    run.server.service.cache.flatMap(_.hitRate).fold(Numbers.none)(Numbers.percent)
}
