package bottleneck.lab.run.service

import bottleneck.lab.settings.RedisAccess
import bottleneck.lab.target.Cache
import java.time.Duration

/** How an instance is configured for its cache: Spring Boot's properties, and environment variables for what command
  * lines would show.
  */
final case class ServiceCache(properties: Map[String, String], environment: Map[String, String])

object ServiceCache {
  val none: ServiceCache = ServiceCache(Map.empty, Map.empty)

  def caffeine(cache: Cache.Caffeine): ServiceCache = ServiceCache(
    Map(
      "spring.cache.type" -> cache.name,
      "spring.cache.caffeine.spec" -> s"expireAfterWrite=${Duration.ofMillis(cache.expiry.toMillis)},recordStats"
    ),
    Map.empty
  )

  /** All keys begin with `keyPrefix`. */
  def redis(cache: Cache.Redis, access: RedisAccess, keyPrefix: String): ServiceCache = ServiceCache(
    Map(
      "spring.cache.type" -> cache.name,
      "spring.cache.redis.time-to-live" -> s"${cache.expiry.toMillis}ms",
      "spring.cache.redis.enable-statistics" -> "true",
      "spring.cache.redis.key-prefix" -> keyPrefix,
      "spring.data.redis.host" -> access.host,
      "spring.data.redis.port" -> access.port.toString
    ),
    (access.user.map("SPRING_DATA_REDIS_USERNAME" -> _) ++
      access.password.map("SPRING_DATA_REDIS_PASSWORD" -> _)).toMap
  )
}
