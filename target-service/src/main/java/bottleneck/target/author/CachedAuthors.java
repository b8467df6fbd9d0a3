package bottleneck.target.author;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import bottleneck.target.system.CacheConfiguration;
import jakarta.persistence.EntityManager;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * All authors from the cache, where there is one. A request that does not find them reads
 * them, and so does every other request until they are back in the cache.
 */
@Service
class CachedAuthors {

	static final String CACHE = "authors";

	private final Reader reader;

	CachedAuthors(Reader reader) {
		this.reader = reader;
	}

	@Cacheable(CACHE)
	Authors all() {
		return this.reader.all();
	}

	/**
	 * Reads the database. The cache is not read in the transaction: a hit would take a
	 * connection too.
	 */
	@Service
	static class Reader {

		private final EntityManager entityManager;

		Reader(EntityManager entityManager) {
			this.entityManager = entityManager;
		}

		/** One statement, a scan of all journals whatever the indexes. */
		@Transactional(readOnly = true)
		Authors all() {
			return new Authors(this.entityManager.createQuery("""
					SELECT new bottleneck.target.author.Authors$Author(j.author, count(j), max(j.postedAt))
					FROM Journal j
					WHERE j.deletedAt IS NULL
					GROUP BY j.author
					ORDER BY j.author
					""", Authors.Author.class).getResultList());
		}

	}

	/**
	 * Lets one request of this instance at a time read an expired entry: the others wait
	 * and then find it.
	 * <p>
	 * {@code @Cacheable(sync = true)} does so with Caffeine. With Redis it locks nothing
	 * unless the cache manager has a locking cache writer (Spring Data Redis 3.4 and
	 * later, spring-projects/spring-data-redis#2948), which costs every hit a command
	 * more.
	 */
	@Service
	@ConditionalOnBooleanProperty("authors.single-flight")
	static class SingleFlight {

		private final CachedAuthors authors;

		private final Lock lock = new ReentrantLock();

		SingleFlight(CachedAuthors authors, @Value("${spring.cache.type}") String cache) {
			if (cache.equals("none")) {
				throw new IllegalArgumentException(
						"authors.single-flight (true) needs a cache: set spring.cache.type to caffeine or redis");
			}
			this.authors = authors;
		}

		/** Only looks them up: {@link CachedAuthors} puts them into the cache. */
		@Cacheable(cacheNames = CACHE, unless = "true")
		Authors all() {
			this.lock.lock();
			try {
				return this.authors.all();
			}
			finally {
				this.lock.unlock();
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "spring.cache.type", havingValue = "redis")
	static class InRedis {

		@Bean
		RedisCacheManagerBuilderCustomizer authorsAsJson(JsonMapper mapper) {
			return CacheConfiguration.json(CACHE, Authors.class, mapper);
		}

	}

}
