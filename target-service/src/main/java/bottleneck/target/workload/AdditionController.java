package bottleneck.target.workload;

import bottleneck.target.problem.WholeNumber;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Holds a core for {@code additions}, or else for the time that the settings say. */
@LabController
class AdditionController {

	private static final WholeNumber ADDITIONS = new WholeNumber("additions", 1, 100_000_000_000L);

	private final CpuLoop loop = new Additions();

	private final CpuLoop boxed = new BoxedAdditions();

	private final Calibration calibration;

	AdditionController(WorkloadSettings settings) {
		this.calibration = new Calibration(this.loop, settings.additionTime());
	}

	@GetMapping("/cal")
	Added cal(@RequestParam(required = false) String additions) {
		long count = (additions != null) ? ADDITIONS.parseLong(additions) : this.calibration.rounds();
		return new Added(count, this.loop.run(count, 0));
	}

	@GetMapping("/cal/boxed")
	Added boxed(@RequestParam String additions) {
		long count = ADDITIONS.parseLong(additions);
		return new Added(count, this.boxed.run(count, 0));
	}

	record Added(long additions, long sum) {
	}

}
