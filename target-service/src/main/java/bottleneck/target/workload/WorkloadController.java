package bottleneck.target.workload;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Uses the database, the CPU, or one after the other. */
@RestController
@RequestMapping("/workload")
class WorkloadController {

	private final JournalTitles titles;

	private final Computation computation;

	WorkloadController(JournalTitles titles, Computation computation) {
		this.titles = titles;
		this.computation = computation;
	}

	@GetMapping("/db")
	Read db() {
		return new Read(this.titles.read());
	}

	@GetMapping("/cpu")
	Computed cpu() {
		return new Computed(this.computation.run());
	}

	@GetMapping("/all")
	All all() {
		List<String> read = this.titles.read();
		return new All(read, this.computation.run());
	}

	record Read(List<String> titles) {
	}

	record Computed(long result) {
	}

	record All(List<String> titles, long result) {
	}

}
