package bottleneck.target.journal;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * Pages from the cache, where there is one: as old as that keeps them, whatever was
 * written since. No cache is asked in the transaction: a hit would take a connection too.
 */
@Service
class CachedPages {

	static final String CACHE = "pages";

	private final JournalReader reader;

	CachedPages(JournalReader reader) {
		this.reader = reader;
	}

	@Cacheable(CACHE)
	JournalPage page(Cursor after, int size) {
		return this.reader.page(after, size);
	}

}
