package bottleneck.target.workload;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ComputationTests {

	private final Computation computation = new Computation(
			new WorkloadSettings(Duration.ZERO, Duration.ofNanos(1000), Duration.ofMillis(1)));

	@Test
	void hasAnotherResultEachTime() {
		assertThat(this.computation.run()).isNotEqualTo(this.computation.run());
	}

}
