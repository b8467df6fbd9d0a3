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

	private final JdbcClient jdbc;

	DelayedRead(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** One statement, also when there is nothing to wait for. */
	void take(Duration delay) {
		this.jdbc.sql("SELECT count(*) FROM pg_sleep(?)")
			.param(delay.toNanos() / NANOS_PER_SECOND)
			.query(Integer.class)
			.single();
	}

}
