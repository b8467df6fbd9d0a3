package bottleneck.target.workload;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A read whose CPU time in the database is in proportion to the rows it aggregates. */
@Service
class AnsweredJournals {

	/**
	 * Both ends of the range are parameters: with one alone PostgreSQL would plan for a
	 * third of the table.
	 */
	static final String COUNT = "SELECT count(DISTINCT journal_id) FROM journal_reply WHERE id BETWEEN ? AND ?";

	/** Ids of replies from 1 on at which a read may begin. */
	private static final int STARTS = 1000;

	private final DelayedRead delayedRead;

	private final JdbcClient jdbc;

	AnsweredJournals(DelayedRead delayedRead, JdbcClient jdbc) {
		this.delayedRead = delayedRead;
		this.jdbc = jdbc;
	}

	/**
	 * Waits in the database, then counts the journals that so many replies with
	 * successive ids belong to; both in one transaction. Fewer replies are read where the
	 * table ends.
	 */
	@Transactional(readOnly = true)
	int count(Duration wait, int replies) {
		this.delayedRead.take(wait);
		long first = ThreadLocalRandom.current().nextLong(1, STARTS + 1);
		return this.jdbc.sql(COUNT).param(first).param(first + replies - 1).query(Integer.class).single();
	}

}
