package bottleneck.target.journal;

import bottleneck.target.cache.JsonInRedis;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "spring.cache.type", havingValue = "redis")
class PagesInRedis {

	@Bean
	RedisCacheManagerBuilderCustomizer pagesAsJson(JsonMapper mapper) {
		return JsonInRedis.of(CachedPages.CACHE, JournalPage.class, mapper);
	}

}
