package bottleneck.target.workload;

import java.time.Duration;
import java.util.function.Supplier;

import org.springframework.util.function.SingletonSupplier;

/**
 * How many rounds of a loop take a CPU time on this machine. The first request to ask has
 * that measured, for up to 2 s of CPU time; others wait for it.
 */
final class Calibration {

	private final Supplier<Long> rounds;

	Calibration(CpuLoop loop, Duration cpuTime) {
		this(() -> CpuSpeed.measure(loop).rounds(cpuTime));
	}

	Calibration(Supplier<Long> rounds) {
		this.rounds = SingletonSupplier.of(rounds);
	}

	long rounds() {
		return this.rounds.get();
	}

}
