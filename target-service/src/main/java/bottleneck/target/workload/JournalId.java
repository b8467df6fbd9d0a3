package bottleneck.target.workload;

import java.util.concurrent.ThreadLocalRandom;

/** The id of a journal to read, uniform over those that a seed of every scale has. */
final class JournalId {

	private static final long FIRST = 1;

	private static final long LAST = 1000;

	private JournalId() {
	}

	static long random() {
		return ThreadLocalRandom.current().nextLong(FIRST, LAST + 1);
	}

}
