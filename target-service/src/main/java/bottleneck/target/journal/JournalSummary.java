package bottleneck.target.journal;

import java.time.Instant;

/** A journal as a page lists it. */
record JournalSummary(long id, String title, String author, Instant postedAt) {

	Cursor cursor() {
		return new Cursor(this.postedAt, this.id);
	}

}
