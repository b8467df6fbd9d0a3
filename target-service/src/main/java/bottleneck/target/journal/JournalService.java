package bottleneck.target.journal;

import java.util.Optional;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and changes journals, each call in one transaction on one connection. Where there
 * is a cache, pages and authors are as old as its expiry allows, whatever was written
 * since; every request that does not find them reads them, until they are in it again.
 */
@Service
class JournalService {

	private final JournalRepository journals;

	JournalService(JournalRepository journals) {
		this.journals = journals;
	}

	/** One statement, whatever the depth. */
	@Cacheable(CacheConfiguration.PAGES)
	@Transactional(readOnly = true)
	JournalPage page(Cursor after, int size) {
		return JournalPage.of(this.journals.findOlderThan(after.postedAt(), after.id(), Limit.of(size + 1)), size);
	}

	/** One statement, a scan of all journals whatever the indexes. */
	@Cacheable(CacheConfiguration.AUTHORS)
	@Transactional(readOnly = true)
	Authors authors() {
		return new Authors(this.journals.findAuthors());
	}

	/** Three statements, whatever the number of replies and attachments. */
	@Transactional(readOnly = true)
	Optional<JournalDetail> journal(long id) {
		return this.journals.findByIdAndDeletedAtIsNull(id)
			.map((journal) -> journal.with(this.journals.findReplies(id), this.journals.findAttachments(id)));
	}

	/** One statement; false if there is no such live journal. */
	@Transactional
	boolean changeTitle(long id, String title) {
		return this.journals.updateTitle(id, title) == 1;
	}

}
