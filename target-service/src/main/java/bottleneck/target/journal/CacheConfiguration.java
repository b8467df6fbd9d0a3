package bottleneck.target.journal;

import java.util.Map;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;

/**
 * The cache that spring.cache.type names: none, caffeine or redis. Without one nothing of
 * it is started, and methods are called as they are. It is read outside of transactions,
 * so that a hit takes no connection.
 */
@Configuration(proxyBeanMethods = false)
@EnableCaching(order = Ordered.HIGHEST_PRECEDENCE)
@ConditionalOnExpression("'${spring.cache.type}' != 'none'")
class CacheConfiguration {

	static final String AUTHORS = "authors";

	static final String PAGES = "pages";

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "spring.cache.type", havingValue = "redis")
	static class Redis {

		/**
		 * Commands fail at once while there is no connection, instead of waiting for one
		 * until they time out.
		 */
		@Bean
		LettuceClientOptionsBuilderCustomizer failFast() {
			return (options) -> options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS);
		}

		/**
		 * A value is found as soon as the call that put it there has ended: by default it
		 * is written some time later, and so read from the database once more.
		 * <p>
		 * It is compact JSON of the one type that it is read back to: neither JDK
		 * serialization, Spring Boot's default, nor JSON that names its types could be
		 * trusted with what others write to Redis.
		 */
		@Bean
		RedisCacheManagerBuilderCustomizer jsonAtOnce(RedisConnectionFactory connections, JsonMapper mapper) {
			return (caches) -> {
				caches.cacheWriter(RedisCacheWriter.create(connections, (writer) -> writer.immediateWrites()));
				Map.of(AUTHORS, Authors.class, PAGES, JournalPage.class)
					.forEach((cache, type) -> caches.withCacheConfiguration(cache, caches.cacheDefaults()
						.disableCachingNullValues()
						.serializeValuesWith(
								SerializationPair.fromSerializer(new JacksonJsonRedisSerializer<>(mapper, type)))));
			};
		}

	}

}
