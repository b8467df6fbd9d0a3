package bottleneck.target.workload;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class MixingTests {

	private final CpuLoop loop = new Mixing();

	/**
	 * One round is the first number of SplitMix64, which others publish for seed 1234567;
	 * more rounds were worked out in Python.
	 */
	@ParameterizedTest
	@CsvSource({ "1234567, 1, 599ed017fb08fc85", "0, 1, e220a8397b1dcdaf", "0, 3, 238275bc38fcbe91",
			"42, 1000, 3e5cfa13bc96b328", "-1, 10, ab85438a0e4f9dd5" })
	void resultIsSplitMixOfSplitMix(long seed, long rounds, String result) {
		assertThat(this.loop.run(rounds, seed)).isEqualTo(Long.parseUnsignedLong(result, 16));
	}

	@Test
	void resultsDifferBySeed() {
		assertThat(this.loop.run(1000, 1)).isNotEqualTo(this.loop.run(1000, 2));
	}

	@Test
	void eightTimesTheRoundsTakeEightTimesAsLong() {
		CpuSpeed.measure(this.loop); // has it compiled
		Duration once = CpuTime.of(this.loop, 250_000);
		Duration eightTimes = CpuTime.of(this.loop, 8 * 250_000);
		assertThat((double) eightTimes.toNanos() / once.toNanos()).isBetween(5.0, 12.0);
	}

}
