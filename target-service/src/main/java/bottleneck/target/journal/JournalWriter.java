package bottleneck.target.journal;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Changes journals, each call in one transaction on one connection. */
@Service
@Transactional
class JournalWriter {

	private final JournalRepository journals;

	JournalWriter(JournalRepository journals) {
		this.journals = journals;
	}

	/** One statement: whether there is such a live journal. */
	boolean changeTitle(long id, String title) {
		return this.journals.updateTitle(id, title) == 1;
	}

}
