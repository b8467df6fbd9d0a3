package bottleneck.target.cache;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;

/**
 * Keeps what is cached as compact JSON of the one type that it is read back to: neither
 * JDK serialization, Spring Boot's default, nor JSON that names its types could be
 * trusted with what others write to Redis.
 */
public final class JsonInRedis {

	private JsonInRedis() {
	}

	/** Of the cache with this name. */
	public static RedisCacheManagerBuilderCustomizer of(String cache, Class<?> type, JsonMapper mapper) {
		return (caches) -> caches.withCacheConfiguration(cache, caches.cacheDefaults()
			.disableCachingNullValues()
			.serializeValuesWith(SerializationPair.fromSerializer(new JacksonJsonRedisSerializer<>(mapper, type))));
	}

}
