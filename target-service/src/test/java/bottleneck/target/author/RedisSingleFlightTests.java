package bottleneck.target.author;

import bottleneck.target.LocalRedis;
import bottleneck.target.TargetServiceTest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.cache.type=redis", "spring.cache.redis.time-to-live=3s",
				"authors.single-flight=true" })
@Import({ TargetServiceTest.Configuration.class, LocalRedis.Configuration.class })
class RedisSingleFlightTests extends AuthorCacheTests {

	@Override
	int reads() {
		return 1;
	}

	/** All look them up, and the first of them once more when its turn comes. */
	@Override
	int misses() {
		return REQUESTS + 1;
	}

}
