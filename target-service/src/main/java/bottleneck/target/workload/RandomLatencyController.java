package bottleneck.target.workload;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import bottleneck.target.problem.WholeNumber;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Holds the request's thread for a time that is uniform between 50 ms and 2000 ms (mean
 * 1025 ms), or as long as {@code millis} says, using no CPU.
 */
@RestController
class RandomLatencyController {

	private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(2000);

	private static final WholeNumber MILLIS = new WholeNumber("millis", 0, 60_000);

	@GetMapping("/test")
	String test(@RequestParam(required = false) String millis) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep((millis != null) ? TimeUnit.MILLISECONDS.toNanos(MILLIS.parse(millis)) : random());
		return "test";
	}

	private static long random() {
		return ThreadLocalRandom.current().nextLong(MIN_NANOS, MAX_NANOS);
	}

}
