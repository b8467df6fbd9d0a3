package bottleneck.target.author;

import bottleneck.target.TargetServiceTest;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.cache.type=caffeine",
				"spring.cache.caffeine.spec=expireAfterWrite=3s,recordStats" })
@Import(TargetServiceTest.Configuration.class)
class CaffeineTests extends AuthorCacheTests {

	@Override
	int reads() {
		return REQUESTS;
	}

	@Override
	int misses() {
		return REQUESTS;
	}

}
