package bottleneck.target.author;

import bottleneck.target.TargetServiceTest;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.cache.type=caffeine",
				"spring.cache.caffeine.spec=expireAfterWrite=3s,recordStats", "authors.single-flight=true" })
@Import(TargetServiceTest.Configuration.class)
class CaffeineSingleFlightTests extends AuthorCacheTests {

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
