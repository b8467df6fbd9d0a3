package bottleneck.target.workload;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

import bottleneck.target.QueryPlan;
import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class DatabaseWorkTests {

	private static final String BEGIN = "BEGIN READ ONLY";

	private static final String DELAYED = "SELECT count(*) FROM pg_sleep($1)";

	private static final Duration DELAY = Duration.ofMillis(50);

	@Autowired
	private DatabaseWork work;

	@Autowired
	private SeededDatabase database;

	/** Thirteen round trips with COMMIT: BEGIN is sent along with the first read. */
	@Test
	void holdsAConnectionForTwelveReadsInOneTransaction() {
		assertThat(lasting(2, () -> assertThat(this.work.hold(DELAY, 2)).isEqualTo(12)))
			.isEqualTo(Map.of(BEGIN, 1, DELAYED, 2, "SELECT title FROM journal WHERE id = $1", 10));
	}

	@Test
	void nestsATransactionOnEachConnection() {
		assertThat(lasting(2, () -> this.work.nest(2, DELAY))).isEqualTo(Map.of(BEGIN, 2, DELAYED, 2));
	}

	@Test
	void readsFiveTitlesInOneTransaction() {
		assertThat(lasting(1,
				() -> assertThat(this.work.titles(DELAY)).hasSize(5)
					.allSatisfy((title) -> assertThat(title).matches("Journal \\d+"))))
			.isEqualTo(Map.of(BEGIN, 1, DELAYED, 1, "select j1_0.title from journal j1_0 where j1_0.id=$1", 5));
	}

	/** A thousand successive replies of the seed belong to different journals. */
	@ParameterizedTest
	@CsvSource({ "1, 1", "1000, 1000", "1001, 1000" })
	void countsTheJournalsOfSoManyReplies(int replies, int journals) {
		assertThat(lasting(1, () -> assertThat(this.work.countJournals(DELAY, replies)).isEqualTo(journals)))
			.containsEntry(BEGIN, 1)
			.containsEntry(DELAYED, 1)
			.hasSize(3);
	}

	/** Else its CPU time would not be in proportion to the replies. */
	@ParameterizedTest
	@ValueSource(strings = { "force_custom_plan", "force_generic_plan" })
	void countReadsTheRepliesByPrimaryKeyAlone(String mode) throws SQLException {
		QueryPlan plan = QueryPlan.of(SeededDatabase.withRows("1", "keyset"), mode,
				DatabaseWork.COUNT.replaceFirst("\\?", "\\$1").replaceFirst("\\?", "\\$2"), "(1000, 2999)");
		assertThat(plan.indexes()).containsExactly("pk_journal_reply");
		assertThat(plan.nodes()).doesNotContain("Seq Scan");
	}

	/** Statements of a call that waits so many delays at least. */
	private Map<String, Integer> lasting(int delays, Runnable call) {
		return this.database.statements(() -> {
			long start = System.nanoTime();
			call.run();
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(DELAY.multipliedBy(delays));
		});
	}

}
