package bottleneck.target.author;

import bottleneck.target.cache.JsonInRedis;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "spring.cache.type", havingValue = "redis")
class AuthorsInRedis {

	@Bean
	RedisCacheManagerBuilderCustomizer authorsAsJson(JsonMapper mapper) {
		return JsonInRedis.of(CachedAuthors.CACHE, Authors.class, mapper);
	}

}
