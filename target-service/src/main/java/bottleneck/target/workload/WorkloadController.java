package bottleneck.target.workload;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import bottleneck.target.system.Parameters;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Holds connections to the database, or uses it, its CPU, and that of the service. */
@LabController
class WorkloadController {

	private final CpuLoop loop = new CpuLoop.Mixing();

	private final CpuSpeed speed = new CpuSpeed(this.loop);

	private final DatabaseWork database;

	private final WorkloadSettings settings;

	WorkloadController(DatabaseWork database, WorkloadSettings settings) {
		this.database = database;
		this.settings = settings;
	}

	/** Holds one connection, for about {@code millis * queries}. */
	@GetMapping("/hold")
	Held hold(@RequestParam int millis, @RequestParam int queries) {
		Parameters.inRange("queries", queries, 1, 20);
		return new Held(millis, queries, this.database.hold(DatabaseWork.delay(millis), queries));
	}

	/** Holds {@code connections} at once, one more every {@code millis}. */
	@GetMapping("/nested")
	Nested nested(@RequestParam int connections, @RequestParam int millis) {
		Parameters.inRange("connections", connections, 1, 10);
		this.database.nest(connections, DatabaseWork.delay(millis));
		return new Nested(connections);
	}

	@GetMapping("/workload/db")
	Read db(@RequestParam(required = false) Integer millis) {
		return new Read(this.database.titles(wait(millis)));
	}

	/** CPU time of the database, in proportion to {@code replies}. */
	@GetMapping("/workload/db-cpu")
	Counted dbCpu(@RequestParam int replies, @RequestParam(required = false) Integer millis) {
		Parameters.inRange("replies", replies, 1, 100_000);
		return new Counted(this.database.countJournals(wait(millis), replies));
	}

	@GetMapping("/workload/cpu")
	Computed cpu() {
		return new Computed(compute());
	}

	@GetMapping("/workload/all")
	All all(@RequestParam(required = false) Integer millis) {
		List<String> read = this.database.titles(wait(millis));
		return new All(read, compute());
	}

	/** Delay of the request, or else of the settings. */
	private Duration wait(Integer millis) {
		return (millis != null) ? DatabaseWork.delay(millis) : this.settings.databaseWait();
	}

	/** Takes the CPU time of the settings; another result each time. */
	private long compute() {
		return this.loop.run(this.speed.rounds(this.settings.cpuTime()), ThreadLocalRandom.current().nextLong());
	}

	record Held(int millis, int queries, int reads) {
	}

	record Nested(int connections) {
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
