package bottleneck.target.journal;

import bottleneck.target.LocalRedis;
import bottleneck.target.TargetServiceTest;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

@SpringBootTest(properties = { "spring.cache.type=redis", "spring.cache.redis.time-to-live=1h" })
@Import({ TargetServiceTest.Configuration.class, LocalRedis.Configuration.class })
class PagesInRedisTests extends PageCacheTests {

}
