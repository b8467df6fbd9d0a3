package bottleneck.target.workload;

import java.time.Duration;

import bottleneck.target.problem.WholeNumber;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Holds a connection for about {@code millis * queries}. */
@LabController
class HoldController {

	private static final WholeNumber QUERIES = new WholeNumber("queries", 1, 20);

	private final HeldConnection connection;

	HoldController(HeldConnection connection) {
		this.connection = connection;
	}

	@GetMapping("/hold")
	Held hold(@RequestParam String millis, @RequestParam String queries) {
		int delay = DelayedRead.MILLIS.parse(millis);
		int count = QUERIES.parse(queries);
		return new Held(delay, count, this.connection.hold(Duration.ofMillis(delay), count));
	}

	record Held(int millis, int queries, int reads) {
	}

}
