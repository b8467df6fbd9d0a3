package bottleneck.target.journal;

import bottleneck.target.TargetServiceTest;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

@SpringBootTest(
		properties = { "spring.cache.type=caffeine", "spring.cache.caffeine.spec=expireAfterWrite=1h,recordStats" })
@Import(TargetServiceTest.Configuration.class)
class PagesInCaffeineTests extends PageCacheTests {

}
