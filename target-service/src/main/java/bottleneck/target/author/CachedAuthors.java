package bottleneck.target.author;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * All authors from the cache, where there is one. Whoever does not find them there reads
 * them, and so does everybody else who comes before they are back in it.
 */
@Service
class CachedAuthors {

	static final String CACHE = "authors";

	private final AuthorReader reader;

	CachedAuthors(AuthorReader reader) {
		this.reader = reader;
	}

	@Cacheable(CACHE)
	Authors all() {
		return this.reader.all();
	}

}
