package bottleneck.target.workload;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import bottleneck.target.system.Parameters;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Uses the database, its CPU, that of the service, or one after the other. */
@LabController
@RequestMapping("/workload")
class WorkloadController {

	private final CpuLoop loop = new CpuLoop.Mixing();

	private final CpuSpeed speed = new CpuSpeed(this.loop);

	private final DatabaseWork database;

	private final WorkloadSettings settings;

	WorkloadController(DatabaseWork database, WorkloadSettings settings) {
		this.database = database;
		this.settings = settings;
	}

	@GetMapping("/db")
	Read db(@RequestParam(required = false) Integer millis) {
		return new Read(this.database.titles(wait(millis)));
	}

	/** CPU time of the database, in proportion to {@code replies}. */
	@GetMapping("/db-cpu")
	Counted dbCpu(@RequestParam int replies, @RequestParam(required = false) Integer millis) {
		Parameters.inRange("replies", replies, 1, 100_000);
		return new Counted(this.database.countJournals(wait(millis), replies));
	}

	@GetMapping("/cpu")
	Computed cpu() {
		return new Computed(compute());
	}

	@GetMapping("/all")
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

	record Read(List<String> titles) {
	}

	record Counted(int journals) {
	}

	record Computed(long result) {
	}

	record All(List<String> titles, long result) {
	}

}
