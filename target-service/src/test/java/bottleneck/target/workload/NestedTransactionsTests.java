package bottleneck.target.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import bottleneck.target.ExecutedStatements;
import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class NestedTransactionsTests {

	@Autowired
	private PlatformTransactionManager transactionManager;

	@Autowired
	private JdbcClient jdbc;

	@Autowired
	private NestedTransactions transactions;

	@Autowired
	private SeededDatabase database;

	@Test
	void keepsItsConnectionsWhileItTakesOneMore() {
		List<Integer> inTransaction = new ArrayList<>();
		DelayedRead observed = new DelayedRead(this.jdbc) {
			@Override
			void take(Duration delay) {
				super.take(delay);
				inTransaction.add(connectionsInTransaction());
			}
		};
		new NestedTransactions(this.transactionManager, observed).nest(4, Duration.ZERO);
		assertThat(inTransaction).containsExactly(1, 2, 3, 4);
		assertThat(connectionsInTransaction()).isZero();
	}

	@Test
	void readsOnceOnEachConnection() {
		Map<String, Integer> executed = new ExecutedStatements(this.database)
			.during(() -> this.transactions.nest(3, Duration.ofMillis(1)));
		assertThat(executed).isEqualTo(Map.of("BEGIN READ ONLY", 3, "SELECT count(*) FROM pg_sleep($1)", 3));
	}

	@Test
	void lastsAsLongAsTheDelaysOfAllLevels() {
		long start = System.nanoTime();
		this.transactions.nest(3, Duration.ofMillis(100));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
	}

	private int connectionsInTransaction() {
		return this.database.owner().sql("""
				SELECT count(*)
				FROM pg_stat_activity
				WHERE datname = current_database()
					AND usename = 'bottleneck_service'
					AND state = 'idle in transaction'
				""").query(Integer.class).single();
	}

}
