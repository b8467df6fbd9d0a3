package bottleneck.target.journal;

import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class AuthorController {

	private final Supplier<Authors> authors;

	AuthorController(JournalService journals, Optional<SingleFlight> singleFlight) {
		this.authors = singleFlight.<Supplier<Authors>>map((one) -> one::authors).orElse(journals::authors);
	}

	@GetMapping("/authors")
	Authors all() {
		return this.authors.get();
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

		private final JournalService journals;

		private final Lock lock = new ReentrantLock();

		SingleFlight(JournalService journals) {
			this.journals = journals;
		}

		/** Only looks them up: {@link JournalService} puts them into the cache. */
		@Cacheable(cacheNames = CacheConfiguration.AUTHORS, unless = "true")
		Authors authors() {
			this.lock.lock();
			try {
				return this.journals.authors();
			}
			finally {
				this.lock.unlock();
			}
		}

	}

}
