package bottleneck.target.workload;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

import bottleneck.target.ExecutedStatements;
import bottleneck.target.QueryPlan;
import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class AnsweredJournalsTests {

	private static final String DELAYED = "SELECT count(*) FROM pg_sleep($1)";

	private static final String COUNT = "SELECT count(DISTINCT journal_id) FROM journal_reply WHERE id BETWEEN $1 AND $2";

	@Autowired
	private AnsweredJournals journals;

	@Autowired
	private SeededDatabase database;

	/** Successive replies of the seed belong to different journals. */
	@ParameterizedTest
	@ValueSource(ints = { 1, 10, 1000 })
	void countsTheJournalsOfSoManyReplies(int replies) {
		assertThat(this.journals.count(Duration.ZERO, replies)).isEqualTo(replies);
	}

	@Test
	void countsEachJournalOnce() {
		assertThat(this.journals.count(Duration.ZERO, 1001)).isEqualTo(1000);
	}

	@Test
	void waitsInTheTransactionOfItsRead() {
		Map<String, Integer> executed = new ExecutedStatements(this.database).during(() -> {
			long start = System.nanoTime();
			this.journals.count(Duration.ofMillis(50), 5);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
		});
		assertThat(executed).isEqualTo(Map.of("BEGIN READ ONLY", 1, DELAYED, 1, COUNT, 1));
	}

	/** Else its CPU time would not be in proportion to the replies. */
	@ParameterizedTest
	@ValueSource(strings = { "force_custom_plan", "force_generic_plan" })
	void readsTheRepliesByPrimaryKeyAlone(String mode) throws SQLException {
		QueryPlan plan = QueryPlan.of(SeededDatabase.withRows("1", "keyset").service(), mode, AnsweredJournals.COUNT,
				"1000, 2999");
		assertThat(plan.indexes()).containsExactly("pk_journal_reply");
		assertThat(plan.nodes()).doesNotContain("Seq Scan");
	}

}
