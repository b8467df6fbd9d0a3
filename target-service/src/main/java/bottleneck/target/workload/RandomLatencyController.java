package bottleneck.target.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import bottleneck.target.problem.WholeNumber;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Holds the request's thread for a time that is uniform between 50 ms and 2000 ms (mean
 * 1025 ms), or as long as {@code millis} says, using no CPU.
 */
@LabController
class RandomLatencyController {

	private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(2000);

	private static final WholeNumber MILLIS = new WholeNumber("millis", 0, 60_000);

	private static final byte[] ANSWER = "test".getBytes(StandardCharsets.US_ASCII);

	private final Sleep sleep;

	@Autowired
	RandomLatencyController() {
		this(TimeUnit.NANOSECONDS::sleep);
	}

	RandomLatencyController(Sleep sleep) {
		this.sleep = sleep;
	}

	/**
	 * Reads and answers by itself: Spring's converters would take CPU time for nothing.
	 */
	@GetMapping("/test")
	void test(HttpServletRequest request, HttpServletResponse response) throws InterruptedException, IOException {
		String millis = request.getParameter("millis");
		this.sleep.nanos((millis != null) ? TimeUnit.MILLISECONDS.toNanos(MILLIS.parse(millis)) : random());
		response.setContentType(MediaType.TEXT_PLAIN_VALUE);
		response.setContentLength(ANSWER.length);
		response.getOutputStream().write(ANSWER);
	}

	private static long random() {
		return ThreadLocalRandom.current().nextLong(MIN_NANOS, MAX_NANOS);
	}

	/** Keeps the thread for a time. */
	@FunctionalInterface
	interface Sleep {

		void nanos(long nanos) throws InterruptedException;

	}

}
