package bottleneck.target.workload;

import java.time.Duration;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Holds one connection through delayed reads, quick ones and a COMMIT. */
@Service
class HeldConnection {

	private static final int QUICK_READS = 5;

	private final DelayedRead delayedRead;

	private final JdbcClient jdbc;

	HeldConnection(DelayedRead delayedRead, JdbcClient jdbc) {
		this.delayedRead = delayedRead;
		this.jdbc = jdbc;
	}

	/**
	 * One transaction of {@code queries} delayed reads, each followed by five quick ones.
	 * @return the number of reads
	 */
	@Transactional(readOnly = true)
	int hold(Duration delay, int queries) {
		for (int query = 0; query < queries; query++) {
			this.delayedRead.take(delay);
			for (int read = 0; read < QUICK_READS; read++) {
				quickRead();
			}
		}
		return queries * (1 + QUICK_READS);
	}

	private void quickRead() {
		this.jdbc.sql("SELECT title FROM journal WHERE id = ?").param(JournalId.random()).query(String.class).single();
	}

}
