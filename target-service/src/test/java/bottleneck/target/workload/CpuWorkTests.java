package bottleneck.target.workload;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CpuWorkTests {

	/**
	 * One round is the first number of SplitMix64, which others publish for seed 1234567;
	 * more rounds were worked out in Python.
	 */
	@ParameterizedTest
	@CsvSource({ "1234567, 1, 599ed017fb08fc85", "0, 1, e220a8397b1dcdaf", "0, 3, 238275bc38fcbe91",
			"42, 1000, 3e5cfa13bc96b328", "-1, 10, ab85438a0e4f9dd5" })
	void resultIsSplitMixOfSplitMix(long seed, long rounds, String result) {
		assertThat(new CpuWork(rounds).result(seed)).isEqualTo(Long.parseUnsignedLong(result, 16));
	}

	@Test
	void resultsDifferBySeed() {
		assertThat(new CpuWork(1000).result(1)).isNotEqualTo(new CpuWork(1000).result(2));
	}

	@Test
	void eightTimesTheRoundsTakeEightTimesAsLong() {
		CpuSpeed.measure(); // has it compiled
		Duration once = CpuTime.of(new CpuWork(250_000));
		Duration eightTimes = CpuTime.of(new CpuWork(8 * 250_000));
		assertThat((double) eightTimes.toNanos() / once.toNanos()).isBetween(5.0, 12.0);
	}

}
