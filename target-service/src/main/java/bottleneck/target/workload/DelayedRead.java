package bottleneck.target.workload;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import bottleneck.target.problem.WholeNumber;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** A read that takes at least a given time in the database, using no CPU. */
@Component
class DelayedRead {

	/** The delay that a request asks for. */
	static final WholeNumber MILLIS = new WholeNumber("millis", 0, 10_000);

	private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

	/**
	 * PostgreSQL sleeps for whole milliseconds, rounded up: what it is asked for lies
	 * between two of them, or the least error of a number makes 60 of 59.
	 */
	private static final Duration ROUNDED_UP = Duration.ofNanos(500_000);

	private final JdbcClient jdbc;

	DelayedRead(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** One statement, also when there is nothing to wait for. */
	void take(Duration delay) {
		this.jdbc.sql("SELECT count(*) FROM pg_sleep(?)")
			.param(Math.max(0, delay.minus(ROUNDED_UP).toNanos()) / NANOS_PER_SECOND)
			.query(Integer.class)
			.single();
	}

}
