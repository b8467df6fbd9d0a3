package bottleneck.target.workload;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AdditionsTests {

	private final CpuLoop loop = new Additions();

	@ParameterizedTest
	@CsvSource({ "1, 0, 0", "2, 0, 1", "5, 0, 10", "100000, 0, 4999950000", "3, 100, 103" })
	void resultIsTheSumOfTheFirstNumbers(long additions, long start, long sum) {
		assertThat(this.loop.run(additions, start)).isEqualTo(sum);
	}

	@Test
	void sumMayOverflow() {
		assertThat(this.loop.run(2, Long.MAX_VALUE)).isEqualTo(Long.MIN_VALUE);
	}

	/**
	 * A compiler that removed the loop, or knew Gauss' formula, would take no longer. The
	 * fastest of both are compared once the compiler is done, which may be late.
	 */
	@Test
	void fourTimesTheAdditionsTakeFourTimesAsLong() {
		long once = Long.MAX_VALUE;
		long fourTimes = Long.MAX_VALUE;
		for (int pair = 0; pair < 60; pair++) {
			once = Math.min(once, CpuTime.once(this.loop, 20_000_000));
			fourTimes = Math.min(fourTimes, CpuTime.once(this.loop, 4 * 20_000_000));
		}
		assertThat((double) fourTimes / once).isBetween(3.0, 5.3);
	}

}
