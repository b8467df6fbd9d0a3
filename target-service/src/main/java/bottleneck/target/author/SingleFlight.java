package bottleneck.target.author;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * Lets one request of this instance at a time read what is no longer in the cache: the
 * others wait and then find it there.
 * <p>
 * {@code @Cacheable(sync = true)} does so with Caffeine. With Redis it locks nothing
 * unless the cache manager has a locking cache writer (Spring Data Redis 3.4 and later,
 * spring-projects/spring-data-redis#2948), which costs every hit a command more.
 */
@Service
@ConditionalOnBooleanProperty("authors.single-flight")
class SingleFlight {

	private final CachedAuthors authors;

	private final Lock lock = new ReentrantLock();

	SingleFlight(CachedAuthors authors, @Value("${spring.cache.type}") String cache) {
		if (cache.equals("none")) {
			throw new IllegalArgumentException(
					"authors.single-flight (true) needs a cache: set spring.cache.type to caffeine or redis");
		}
		this.authors = authors;
	}

	/** Only looks them up: what is not found is put there by {@link CachedAuthors}. */
	@Cacheable(cacheNames = CachedAuthors.CACHE, unless = "true")
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
