package bottleneck.target.workload;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(20)
class CpuSpeedTests {

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	/** A compiler that removed the loop, or knew its result, would take less time. */
	@ParameterizedTest
	@MethodSource("loops")
	void roundsTakeTheCpuTimeThatIsAskedForAndAreMeasuredOnceForAllRequests(CpuLoop loop) {
		AtomicInteger runs = new AtomicInteger();
		CpuSpeed speed = new CpuSpeed((rounds, start) -> {
			runs.incrementAndGet();
			return loop.run(rounds, start);
		});
		assertThat(runs).hasValue(0);
		assertThat(Stream.generate(() -> speed)
			.limit(8)
			.parallel()
			.map((each) -> each.rounds(Duration.ofMillis(1)))
			.distinct()).hasSize(1);
		int measured = runs.get();
		for (int millis : new int[] { 5, 20 }) {
			assertThat(millis(loop, speed.rounds(Duration.ofMillis(millis)))).isBetween(0.5 * millis, 2.0 * millis);
		}
		assertThat(speed.rounds(Duration.ofNanos(1))).isPositive();
		assertThat(runs).hasValue(measured);
	}

	static List<CpuLoop> loops() {
		return List.of(CpuLoop::mixing, CpuLoop::adding);
	}

	@ParameterizedTest
	@CsvSource({ "1, 0, 0", "2, 0, 1", "100000, 0, 4999950000", "3, 100, 103",
			"2, 9223372036854775807, -9223372036854775808" })
	void additionsAreTheSumOfTheFirstNumbers(long rounds, long start, long sum) {
		assertThat(CpuLoop.adding(rounds, start)).isEqualTo(sum);
		assertThat(CpuLoop.addingBoxes(rounds, start)).isEqualTo(sum);
	}

	/**
	 * One round is the first number of SplitMix64, which others publish for seed 1234567;
	 * more rounds were worked out in Python.
	 */
	@ParameterizedTest
	@CsvSource({ "1234567, 1, 599ed017fb08fc85", "0, 3, 238275bc38fcbe91", "42, 1000, 3e5cfa13bc96b328",
			"-1, 10, ab85438a0e4f9dd5" })
	void mixingIsSplitMixOfSplitMix(long seed, long rounds, String result) {
		assertThat(CpuLoop.mixing(rounds, seed)).isEqualTo(Long.parseUnsignedLong(result, 16));
	}

	/** The least of several tries: others on the same core only make it longer. */
	private static double millis(CpuLoop loop, long rounds) {
		return LongStream.generate(() -> {
			long start = THREADS.getCurrentThreadCpuTime();
			// used, or the compiler removes the loop
			assertThat(loop.run(rounds, start)).isNotZero();
			return THREADS.getCurrentThreadCpuTime() - start;
		}).limit(20).min().orElseThrow() / 1e6;
	}

}
