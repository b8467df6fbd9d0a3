package bottleneck.scaleup

import bottleneck.lab.target.Cache
import scala.concurrent.duration._

/** A list that expires often, while all users ask for it. */
abstract class FindAllStampede(cache: Cache, singleFlight: Boolean)
    extends FindAllAuthors(
      FindAllStampedeStudy.trial(cache, singleFlight),
      FindAllCell(cores = 1, Some(cache), singleFlight)
    )

object FindAllStampede {

  /** Some times in a window, and longer than one scan takes. */
  private val expiry = 2.seconds

  private[scaleup] val redis: Cache = Cache.Redis(expiry)
  private[scaleup] val caffeine: Cache = Cache.Caffeine(expiry)
}

final class StampedeRedis extends FindAllStampede(FindAllStampede.redis, singleFlight = false)
final class StampedeRedisSingleFlight extends FindAllStampede(FindAllStampede.redis, singleFlight = true)
final class StampedeCaffeine extends FindAllStampede(FindAllStampede.caffeine, singleFlight = false)
final class StampedeCaffeineSingleFlight extends FindAllStampede(FindAllStampede.caffeine, singleFlight = true)
