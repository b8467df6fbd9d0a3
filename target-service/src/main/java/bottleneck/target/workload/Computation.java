package bottleneck.target.workload;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;
import org.springframework.util.function.SingletonSupplier;

/**
 * The computation of a request to {@code /workload}. The first one also measures how fast
 * this machine is, for up to 2 s of CPU time; others wait for that.
 */
@Service
class Computation {

	private final Supplier<CpuWork> work;

	@Autowired
	Computation(WorkloadSettings settings) {
		this(() -> CpuSpeed.measure().work(settings.cpuTime()));
	}

	Computation(Supplier<CpuWork> calibration) {
		this.work = SingletonSupplier.of(calibration);
	}

	long run() {
		return this.work.get().result(ThreadLocalRandom.current().nextLong());
	}

}
