package bottleneck.target.journal;

import java.util.Optional;

import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Reads journals, each call in one transaction on one connection. */
@Service
@Transactional(readOnly = true)
class JournalReader {

	private final JournalRepository journals;

	JournalReader(JournalRepository journals) {
		this.journals = journals;
	}

	/** One statement, whatever the depth. */
	JournalPage page(Cursor after, int size) {
		return JournalPage.of(this.journals.findOlderThan(after.postedAt(), after.id(), Limit.of(size + 1)), size);
	}

	/** Three statements, whatever the number of replies and attachments. */
	Optional<JournalDetail> journal(long id) {
		return this.journals.findByIdAndDeletedAtIsNull(id)
			.map((journal) -> new JournalDetail(journal, this.journals.findReplies(id),
					this.journals.findAttachments(id)));
	}

}
