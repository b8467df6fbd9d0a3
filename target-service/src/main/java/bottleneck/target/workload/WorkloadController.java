package bottleneck.target.workload;

import java.time.Duration;
import java.util.List;

import bottleneck.target.problem.WholeNumber;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Uses the database, its CPU, that of the service, or one after the other. */
@LabController
@RequestMapping("/workload")
class WorkloadController {

	private static final WholeNumber REPLIES = new WholeNumber("replies", 1, 100_000);

	private final JournalTitles titles;

	private final AnsweredJournals answeredJournals;

	private final Computation computation;

	private final Duration wait;

	WorkloadController(JournalTitles titles, AnsweredJournals answeredJournals, Computation computation,
			WorkloadSettings settings) {
		this.titles = titles;
		this.answeredJournals = answeredJournals;
		this.computation = computation;
		this.wait = settings.databaseWait();
	}

	@GetMapping("/db")
	Read db(@RequestParam(required = false) String millis) {
		return new Read(this.titles.read(wait(millis)));
	}

	/** CPU time of the database, in proportion to {@code replies}. */
	@GetMapping("/db-cpu")
	Counted dbCpu(@RequestParam String replies, @RequestParam(required = false) String millis) {
		int rows = REPLIES.parse(replies);
		return new Counted(this.answeredJournals.count(wait(millis), rows));
	}

	@GetMapping("/cpu")
	Computed cpu() {
		return new Computed(this.computation.run());
	}

	@GetMapping("/all")
	All all(@RequestParam(required = false) String millis) {
		List<String> read = this.titles.read(wait(millis));
		return new All(read, this.computation.run());
	}

	/** What the request asks for, or else the settings. */
	private Duration wait(String millis) {
		return (millis != null) ? Duration.ofMillis(DelayedRead.MILLIS.parse(millis)) : this.wait;
	}

	record Read(List<String> titles) {
	}

	record Counted(int journals) {
	}

	record Computed(long result) {
	}

	record All(List<String> titles, long result) {
	}

}
