package bottleneck.target.journal;

import java.time.Instant;
import java.util.List;

/** Everybody who has a live journal, by name. */
record Authors(List<Author> authors) {

	/**
	 * An author in the list.
	 *
	 * @param journals number of live ones
	 * @param latest when the last of them was posted
	 */
	record Author(String name, long journals, Instant latest) {
	}

}
