package bottleneck.target.workload;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

import jakarta.persistence.EntityManager;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Work in the database whose cost is known beforehand. */
@Service
class DatabaseWork {

	/**
	 * Counts journals. Both ends of the range are parameters: with one alone PostgreSQL
	 * would plan for a third of the table.
	 */
	static final String COUNT = "SELECT count(DISTINCT journal_id) FROM journal_reply WHERE id BETWEEN ? AND ?";

	private static final int QUICK_READS = 5;

	/**
	 * PostgreSQL sleeps for whole milliseconds, rounded up: the argument lies between two
	 * of them, or the least error of a number makes 60 of 59.
	 */
	private static final Duration ROUNDED_UP = Duration.ofNanos(500_000);

	private final JdbcClient jdbc;

	private final EntityManager entityManager;

	private final TransactionTemplate newTransaction;

	DatabaseWork(JdbcClient jdbc, EntityManager entityManager, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.entityManager = entityManager;
		this.newTransaction = new TransactionTemplate(transactions);
		this.newTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.newTransaction.setReadOnly(true);
	}

	/**
	 * Holds one connection: a transaction of {@code queries} delayed reads, each followed
	 * by five quick ones, and a COMMIT.
	 * @return the number of reads
	 */
	@Transactional(readOnly = true)
	int hold(Duration delay, int queries) {
		for (int query = 0; query < queries; query++) {
			delayedRead(delay);
			for (int read = 0; read < QUICK_READS; read++) {
				this.jdbc.sql("SELECT title FROM journal WHERE id = ?").param(randomId()).query(String.class).single();
			}
		}
		return queries * (1 + QUICK_READS);
	}

	/**
	 * Holds several connections at once: reads on one of its own, then does the same with
	 * one connection less while it keeps the first. Tasks that each hold some connections
	 * and wait for one more make a pool dead-lock.
	 */
	void nest(int connections, Duration delay) {
		this.newTransaction.executeWithoutResult((status) -> {
			delayedRead(delay);
			if (connections > 1) {
				nest(connections - 1, delay);
			}
		});
	}

	/**
	 * Waits in the database, for which a statement is sent also when it is 0, then reads
	 * five titles with JPA.
	 */
	@Transactional(readOnly = true)
	List<String> titles(Duration wait) {
		delayedRead(wait);
		return Stream.generate(this::title).limit(QUICK_READS).toList();
	}

	/**
	 * Waits in the database, then counts the journals that so many replies with
	 * successive ids belong to, for CPU time in proportion. Fewer replies are read where
	 * the table ends.
	 */
	@Transactional(readOnly = true)
	int countJournals(Duration wait, int replies) {
		delayedRead(wait);
		long first = randomId();
		return this.jdbc.sql(COUNT).param(first).param(first + replies - 1).query(Integer.class).single();
	}

	/** A read that takes at least this time, without CPU. */
	private void delayedRead(Duration delay) {
		this.jdbc.sql("SELECT count(*) FROM pg_sleep(?)")
			.param(Math.max(0, delay.minus(ROUNDED_UP).toNanos()) / 1e9)
			.query(Integer.class)
			.single();
	}

	private String title() {
		return this.entityManager.createQuery("SELECT j.title FROM Journal j WHERE j.id = :id", String.class)
			.setParameter("id", randomId())
			.getSingleResult();
	}

	/** An id that the journals and replies of every scale have. */
	private static long randomId() {
		return ThreadLocalRandom.current().nextLong(1, 1001);
	}

}
