package bottleneck.target.workload;

import java.time.Duration;
import java.util.Map;

import bottleneck.target.ExecutedStatements;
import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class HeldConnectionTests {

	private static final String BEGIN = "BEGIN READ ONLY";

	private static final String DELAYED = "SELECT count(*) FROM pg_sleep($1)";

	private static final String QUICK = "SELECT title FROM journal WHERE id = $1";

	@Autowired
	private HeldConnection connection;

	@Autowired
	private SeededDatabase database;

	/** Thirteen round trips with COMMIT: BEGIN is sent along with the first read. */
	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void twoDelayedReadsAreTwelveInOneTransaction(int millis) {
		Map<String, Integer> executed = new ExecutedStatements(this.database)
			.during(() -> assertThat(this.connection.hold(Duration.ofMillis(millis), 2)).isEqualTo(12));
		assertThat(executed).isEqualTo(Map.of(BEGIN, 1, DELAYED, 2, QUICK, 10));
	}

	@Test
	void oneDelayedReadIsSix() {
		Map<String, Integer> executed = new ExecutedStatements(this.database)
			.during(() -> assertThat(this.connection.hold(Duration.ZERO, 1)).isEqualTo(6));
		assertThat(executed).isEqualTo(Map.of(BEGIN, 1, DELAYED, 1, QUICK, 5));
	}

	@Test
	void lastsAsLongAsItsDelaysTogether() {
		long start = System.nanoTime();
		this.connection.hold(Duration.ofMillis(100), 3);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
	}

}
