package bottleneck.target.cache;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;

@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "spring.cache.type", havingValue = "redis")
class RedisClient {

	/**
	 * Commands fail at once while there is no connection, instead of waiting for one
	 * until they time out.
	 */
	@Bean
	LettuceClientOptionsBuilderCustomizer failFast() {
		return (options) -> options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS);
	}

	/**
	 * What was put there is found from then on: by default it is written some time after
	 * the call, and so read from the database once more.
	 */
	@Bean
	RedisCacheManagerBuilderCustomizer writeAtOnce(RedisConnectionFactory connections) {
		return (caches) -> caches
			.cacheWriter(RedisCacheWriter.create(connections, (writer) -> writer.immediateWrites()));
	}

}
