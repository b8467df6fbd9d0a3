package bottleneck.target.workload;

import java.util.concurrent.ThreadLocalRandom;

import org.springframework.stereotype.Service;

/** The computation of a request to {@code /workload}, calibrated by the first one. */
@Service
class Computation {

	private final CpuLoop loop = new Mixing();

	private final Calibration calibration;

	Computation(WorkloadSettings settings) {
		this.calibration = new Calibration(this.loop, settings.cpuTime());
	}

	/** Another result each time. */
	long run() {
		return this.loop.run(this.calibration.rounds(), ThreadLocalRandom.current().nextLong());
	}

}
