package bottleneck.target.workload;

import java.time.Duration;

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

	/** A compiler that removed the loop, or knew Gauss' formula, would take no longer. */
	@Test
	void fourTimesTheAdditionsTakeFourTimesAsLong() {
		CpuTime.of(this.loop, 20_000_000); // has it compiled, if late, before it counts
		Duration fourTimes = CpuTime.of(this.loop, 4 * 20_000_000);
		Duration once = CpuTime.of(this.loop, 20_000_000);
		assertThat((double) fourTimes.toNanos() / once.toNanos()).isBetween(3.0, 5.3);
	}

}
