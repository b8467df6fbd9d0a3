package bottleneck.target.workload;

import java.time.Duration;

import bottleneck.target.problem.WholeNumber;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Takes {@code connections} at once, one every {@code millis}. */
@LabController
class NestedController {

	private static final WholeNumber CONNECTIONS = new WholeNumber("connections", 1, 10);

	private final NestedTransactions transactions;

	NestedController(NestedTransactions transactions) {
		this.transactions = transactions;
	}

	@GetMapping("/nested")
	Nested nested(@RequestParam String connections, @RequestParam String millis) {
		int count = CONNECTIONS.parse(connections);
		this.transactions.nest(count, Duration.ofMillis(DelayedRead.MILLIS.parse(millis)));
		return new Nested(count);
	}

	record Nested(int connections) {
	}

}
