package bottleneck.target.workload;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CpuSpeedTests {

	@Test
	void workTakesTheCpuTimeThatIsAskedFor() {
		CpuWork work = CpuSpeed.measure().work(Duration.ofMillis(5));
		assertThat(CpuTime.of(work)).isBetween(Duration.ofNanos(2_500_000), Duration.ofMillis(10));
	}

	@Test
	void roundsAreSpeedTimesCpuTime() {
		assertThat(new CpuSpeed(0.25).work(Duration.ofMillis(2))).isEqualTo(new CpuWork(500_000));
	}

	@Test
	void slowestMachineDoesOneRound() {
		assertThat(new CpuSpeed(0.0001).work(Duration.ofNanos(1000))).isEqualTo(new CpuWork(1));
	}

}
