package bottleneck.scaleup

import bottleneck.lab.{Setup, Simulated}
import bottleneck.lab.target.Cache
import scala.concurrent.duration._

/** A list that expires often, while all users ask for it. */
object FindAllStampede {
  def of(cache: Cache, singleFlight: Boolean): Setup = FindAllAuthors.of(
    FindAllStampedeStudy.trial(cache, singleFlight),
    FindAllCell(cores = 1, Some(cache), singleFlight)
  )

  /** Some times in a window, and longer than one scan takes. */
  private val expiry = 2.seconds

  private[scaleup] val redis: Cache = Cache.Redis(expiry)
  private[scaleup] val caffeine: Cache = Cache.Caffeine(expiry)
}

final class StampedeRedis extends Simulated(FindAllStampede.of(FindAllStampede.redis, singleFlight = false))
final class StampedeRedisSingleFlight extends Simulated(FindAllStampede.of(FindAllStampede.redis, singleFlight = true))
final class StampedeCaffeine extends Simulated(FindAllStampede.of(FindAllStampede.caffeine, singleFlight = false))
final class StampedeCaffeineSingleFlight
    extends Simulated(FindAllStampede.of(FindAllStampede.caffeine, singleFlight = true))
