package bottleneck.target.journal;

import bottleneck.target.TargetServiceTest;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "authors.single-flight=true", "spring.cache.type=caffeine",
				"spring.cache.caffeine.spec=expireAfterWrite=2s,recordStats" })
@Import(TargetServiceTest.Configuration.class)
class CaffeineTests extends CacheTests {

}
