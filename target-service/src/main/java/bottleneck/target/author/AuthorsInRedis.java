package bottleneck.target.author;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;

/**
 * Keeps authors as compact JSON of the one type that it is read back to: neither JDK
 * serialization, Spring Boot's default, nor JSON that names its types could be trusted
 * with what others write to Redis.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "spring.cache.type", havingValue = "redis")
class AuthorsInRedis {

	@Bean
	RedisCacheManagerBuilderCustomizer authorsAsJson(JsonMapper mapper) {
		return (caches) -> caches.withCacheConfiguration(CachedAuthors.CACHE,
				caches.cacheDefaults()
					.disableCachingNullValues()
					.serializeValuesWith(
							SerializationPair.fromSerializer(new JacksonJsonRedisSerializer<>(mapper, Authors.class))));
	}

}
