package bottleneck.target.journal;

import bottleneck.target.system.CacheConfiguration;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Service;

/**
 * Pages from the cache, where there is one: as old as its expiry allows, whatever was
 * written since. The cache is not read in the transaction: a hit would take a connection
 * too.
 */
@Service
class CachedPages {

	static final String CACHE = "pages";

	private final JournalService journals;

	CachedPages(JournalService journals) {
		this.journals = journals;
	}

	@Cacheable(CACHE)
	JournalPage page(Cursor after, int size) {
		return this.journals.page(after, size);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "spring.cache.type", havingValue = "redis")
	static class InRedis {

		@Bean
		RedisCacheManagerBuilderCustomizer pagesAsJson(JsonMapper mapper) {
			return CacheConfiguration.json(CACHE, JournalPage.class, mapper);
		}

	}

}
