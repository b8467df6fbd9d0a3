package bottleneck.target.author;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

import bottleneck.target.LocalRedis;
import bottleneck.target.TargetServiceTest;

/**
 * Why {@link SingleFlight} does not leave it to {@code sync = true}: that locks nothing.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.cache.type=redis", "spring.cache.redis.time-to-live=3s" })
@Import({ TargetServiceTest.Configuration.class, LocalRedis.Configuration.class,
		SynchronizedRedisTests.Configuration.class })
class SynchronizedRedisTests extends AuthorCacheTests {

	@Override
	int reads() {
		return REQUESTS;
	}

	@Override
	int misses() {
		return REQUESTS;
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Configuration {

		@Bean
		@Primary
		CachedAuthors synchronizedAuthors(AuthorReader reader) {
			return new Synchronized(reader);
		}

	}

	static class Synchronized extends CachedAuthors {

		private final AuthorReader reader;

		Synchronized(AuthorReader reader) {
			super(reader);
			this.reader = reader;
		}

		@Override
		@Cacheable(cacheNames = CACHE, sync = true)
		Authors all() {
			return this.reader.all();
		}

	}

}
