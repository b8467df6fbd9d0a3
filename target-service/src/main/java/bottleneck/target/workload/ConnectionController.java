package bottleneck.target.workload;

import bottleneck.target.system.Parameters;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Holds connections to the database. */
@LabController
class ConnectionController {

	private final DatabaseWork database;

	ConnectionController(DatabaseWork database) {
		this.database = database;
	}

	/** One connection, for about {@code millis * queries}. */
	@GetMapping("/hold")
	Held hold(@RequestParam int millis, @RequestParam int queries) {
		Parameters.inRange("queries", queries, 1, 20);
		return new Held(millis, queries, this.database.hold(DatabaseWork.delay(millis), queries));
	}

	/** {@code connections} at once, one more every {@code millis}. */
	@GetMapping("/nested")
	Nested nested(@RequestParam int connections, @RequestParam int millis) {
		Parameters.inRange("connections", connections, 1, 10);
		this.database.nest(connections, DatabaseWork.delay(millis));
		return new Nested(connections);
	}

	record Held(int millis, int queries, int reads) {
	}

	record Nested(int connections) {
	}

}
