package bottleneck.target.journal;

import java.time.Instant;
import java.util.List;

/**
 * One page of live journals, newest first.
 *
 * @param journals at most as many as requested
 * @param next the {@code after} of the next page; null on the last one
 */
record JournalPage(List<Summary> journals, String next) {

	/** Cuts a page of {@code size} from {@code size + 1} rows, or fewer at the end. */
	static JournalPage of(List<Summary> rows, int size) {
		if (rows.size() <= size) {
			return new JournalPage(rows, null);
		}
		List<Summary> journals = rows.subList(0, size);
		return new JournalPage(journals, journals.get(size - 1).cursor().encode());
	}

	/** A journal in the list. */
	record Summary(long id, String title, String author, Instant postedAt) {

		Cursor cursor() {
			return new Cursor(this.postedAt, this.id);
		}

	}

}
