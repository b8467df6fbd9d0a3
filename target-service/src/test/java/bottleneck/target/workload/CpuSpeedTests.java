package bottleneck.target.workload;

import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(20)
class CpuSpeedTests {

	@ParameterizedTest
	@MethodSource("loops")
	void roundsTakeTheCpuTimeThatIsAskedFor(CpuLoop loop) {
		long rounds = CpuSpeed.measure(loop).rounds(Duration.ofMillis(5));
		assertThat(CpuTime.of(loop, rounds)).isBetween(Duration.ofNanos(2_500_000), Duration.ofMillis(10));
	}

	static Stream<CpuLoop> loops() {
		return Stream.of(new Mixing(), new Additions());
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void isMeasuredForAVirtualThread() throws Exception {
		assertThat(VirtualThread.start(() -> CpuSpeed.measure(new Mixing())).get().roundsPerNano()).isPositive();
	}

	@Test
	void isNotMeasuredFurtherWhenNobodyWaits() {
		CpuLoop interrupted = (rounds, start) -> {
			Thread.currentThread().interrupt();
			return start;
		};
		assertThatIllegalStateException().isThrownBy(() -> CpuSpeed.measure(interrupted))
			.withCauseInstanceOf(InterruptedException.class);
	}

	@Test
	void roundsAreSpeedTimesCpuTime() {
		assertThat(new CpuSpeed(0.25).rounds(Duration.ofMillis(2))).isEqualTo(500_000);
	}

	@Test
	void slowestMachineDoesOneRound() {
		assertThat(new CpuSpeed(0.0001).rounds(Duration.ofNanos(1000))).isOne();
	}

}
