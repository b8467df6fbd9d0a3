package bottleneck.target.author;

import bottleneck.target.LocalRedis;
import bottleneck.target.TargetServiceTest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.cache.type=redis", "spring.cache.redis.time-to-live=3s" })
@Import({ TargetServiceTest.Configuration.class, LocalRedis.Configuration.class })
class RedisTests extends AuthorCacheTests {

	@Override
	int reads() {
		return REQUESTS;
	}

	@Override
	int misses() {
		return REQUESTS;
	}

}
