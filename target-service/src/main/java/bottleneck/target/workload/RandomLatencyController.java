package bottleneck.target.workload;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Holds the request's thread for a time that is uniform between 50 ms and 2000 ms (mean
 * 1025 ms), using no CPU.
 */
@RestController
class RandomLatencyController {

	private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(2000);

	@GetMapping("/test")
	String test() throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(ThreadLocalRandom.current().nextLong(MIN_NANOS, MAX_NANOS));
		return "test";
	}

}
