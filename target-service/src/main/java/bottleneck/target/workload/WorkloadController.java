package bottleneck.target.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import bottleneck.target.system.Parameters;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Profile;
import org.springframework.http.MediaType;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoints that use up the service on request: they exist under the profile {@code lab}
 * only, and are unknown paths without it.
 */
@RestController
@Profile("lab")
class WorkloadController {

	private static final byte[] TEST = "test".getBytes(StandardCharsets.US_ASCII);

	private final CpuLoop mixing = CpuLoop::mixing;

	private final CpuLoop adding = CpuLoop::adding;

	private final CpuSpeed mixingSpeed = new CpuSpeed(this.mixing);

	private final CpuSpeed addingSpeed = new CpuSpeed(this.adding);

	private final Supplier<DatabaseWork> database;

	private final WorkloadSettings settings;

	/** A service without a database has most of them all the same. */
	WorkloadController(ObjectProvider<DatabaseWork> database, WorkloadSettings settings) {
		this.database = SingletonSupplier.of(database::getObject);
		this.settings = settings;
	}

	/**
	 * Holds the request's thread for a time that is uniform between 50 ms and 2000 ms
	 * (mean 1025 ms), or for {@code millis}, using no CPU. Reads and answers by itself:
	 * Spring's converters would take CPU time for nothing.
	 */
	@GetMapping("/test")
	void test(HttpServletRequest request, HttpServletResponse response) throws InterruptedException, IOException {
		String millis = request.getParameter("millis");
		TimeUnit.NANOSECONDS.sleep((millis != null) ? TimeUnit.MILLISECONDS.toNanos(sleep(millis))
				: ThreadLocalRandom.current().nextLong(50_000_000, 2_000_000_000));
		response.setContentType(MediaType.TEXT_PLAIN_VALUE);
		response.setContentLength(TEST.length);
		response.getOutputStream().write(TEST);
	}

	private static long sleep(String millis) {
		try {
			return Parameters.inRange("millis", Long.parseLong(millis), 0, 60_000);
		}
		catch (NumberFormatException ex) {
			throw Parameters.refused("millis", millis, "a whole number");
		}
	}

	/** Holds a core for {@code additions}, or else for the time of the settings. */
	@GetMapping("/cal")
	Added cal(@RequestParam(required = false) Long additions) {
		long count = (additions != null) ? allowed(additions) : this.addingSpeed.rounds(this.settings.additionTime());
		return new Added(count, this.adding.run(count, 0));
	}

	@GetMapping("/cal/boxed")
	Added boxed(@RequestParam long additions) {
		return new Added(additions, CpuLoop.addingBoxes(allowed(additions), 0));
	}

	private static long allowed(long additions) {
		return Parameters.inRange("additions", additions, 1, 100_000_000_000L);
	}

	/** Holds one connection, for about {@code millis * queries}. */
	@GetMapping("/hold")
	Held hold(@RequestParam int millis, @RequestParam int queries) {
		Parameters.inRange("queries", queries, 1, 20);
		return new Held(millis, queries, this.database.get().hold(delay(millis), queries));
	}

	/** Holds {@code connections} at once, one more every {@code millis}. */
	@GetMapping("/nested")
	Map<String, Integer> nested(@RequestParam int connections, @RequestParam int millis) {
		Parameters.inRange("connections", connections, 1, 10);
		this.database.get().nest(connections, delay(millis));
		return Map.of("connections", connections);
	}

	@GetMapping("/workload/db")
	Map<String, List<String>> db(@RequestParam(required = false) Integer millis) {
		return Map.of("titles", this.database.get().titles(wait(millis)));
	}

	/** CPU time of the database, in proportion to {@code replies}. */
	@GetMapping("/workload/db-cpu")
	Map<String, Integer> dbCpu(@RequestParam int replies, @RequestParam(required = false) Integer millis) {
		Parameters.inRange("replies", replies, 1, 100_000);
		return Map.of("journals", this.database.get().countJournals(wait(millis), replies));
	}

	@GetMapping("/workload/cpu")
	Map<String, Long> cpu() {
		return Map.of("result", compute());
	}

	@GetMapping("/workload/all")
	All all(@RequestParam(required = false) Integer millis) {
		List<String> titles = this.database.get().titles(wait(millis));
		return new All(titles, compute());
	}

	/** Delay of the request, or else of the settings. */
	private Duration wait(Integer millis) {
		return (millis != null) ? delay(millis) : this.settings.databaseWait();
	}

	private static Duration delay(int millis) {
		return Duration.ofMillis(Parameters.inRange("millis", millis, 0, 10_000));
	}

	/** Takes the CPU time of the settings; another result each time. */
	private long compute() {
		return this.mixing.run(this.mixingSpeed.rounds(this.settings.cpuTime()),
				ThreadLocalRandom.current().nextLong());
	}

	record Added(long additions, long sum) {
	}

	record Held(int millis, int queries, int reads) {
	}

	record All(List<String> titles, long result) {
	}

}
