package bottleneck.target.journal;

import java.util.List;

/**
 * One page of live journals, newest first.
 *
 * @param journals at most as many as asked for
 * @param next what to pass as {@code after} for the next page; null on the last one
 */
record JournalPage(List<JournalSummary> journals, String next) {

	/** Cuts a page of {@code size} from rows that were read one further than that. */
	static JournalPage of(List<JournalSummary> rows, int size) {
		if (rows.size() <= size) {
			return new JournalPage(rows, null);
		}
		List<JournalSummary> journals = rows.subList(0, size);
		return new JournalPage(journals, journals.get(size - 1).cursor().encode());
	}

}
