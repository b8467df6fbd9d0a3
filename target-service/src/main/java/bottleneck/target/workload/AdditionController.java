package bottleneck.target.workload;

import bottleneck.target.system.Parameters;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Holds a core for {@code additions}, or else for the time that the settings say. */
@LabController
class AdditionController {

	private static final long MOST_ADDITIONS = 100_000_000_000L;

	private final CpuLoop loop = new CpuLoop.Additions();

	private final CpuLoop boxed = new CpuLoop.BoxedAdditions();

	private final CpuSpeed speed = new CpuSpeed(this.loop);

	private final WorkloadSettings settings;

	AdditionController(WorkloadSettings settings) {
		this.settings = settings;
	}

	@GetMapping("/cal")
	Added cal(@RequestParam(required = false) Long additions) {
		long count = (additions != null) ? allowed(additions) : this.speed.rounds(this.settings.additionTime());
		return new Added(count, this.loop.run(count, 0));
	}

	@GetMapping("/cal/boxed")
	Added boxed(@RequestParam long additions) {
		return new Added(additions, this.boxed.run(allowed(additions), 0));
	}

	private static long allowed(long additions) {
		return Parameters.inRange("additions", additions, 1, MOST_ADDITIONS);
	}

	record Added(long additions, long sum) {
	}

}
