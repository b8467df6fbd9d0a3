package bottleneck.scaleup

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.target.Cache
import scala.concurrent.duration._

/** Kinds of cache in the service. */
sealed abstract class FindAllKind(val name: String, private[scaleup] val cache: Option[Cache]) {

  private[scaleup] def on(tier: FindAllTier): FindAllCell = FindAllCell(tier.cores, cache)

  private[scaleup] def published(tier: FindAllTier): Option[PublishedSetting]
}

object FindAllKind {

  /** Expiry of entries; the source gives none. */
  private val expiry = 5.seconds

  case object NoCache extends FindAllKind("no cache", None) {
    private[scaleup] override def published(tier: FindAllTier): Option[PublishedSetting] =
      setting(tier, "db", "without cache")
  }

  case object Caffeine extends FindAllKind("Caffeine", Some(Cache.Caffeine(expiry))) {
    private[scaleup] override def published(tier: FindAllTier): Option[PublishedSetting] = None
  }

  case object Redis extends FindAllKind("Redis", Some(Cache.Redis(expiry))) {
    private[scaleup] override def published(tier: FindAllTier): Option[PublishedSetting] =
      setting(tier, "redis", "with Redis")
  }

  /** No value: the first kind that is used may begin this object. */
  def all: Vector[FindAllKind] = Vector(NoCache, Caffeine, Redis)

  private def setting(tier: FindAllTier, claim: String, what: String): Option[PublishedSetting] =
    tier.published.map(instance =>
      PublishedSetting(s"scale-up/${instance.stripPrefix("t2.")}-$claim", s"$instance $what")
    )
}
