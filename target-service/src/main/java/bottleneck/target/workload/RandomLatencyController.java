package bottleneck.target.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import bottleneck.target.system.Parameters;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Holds the request's thread for a time that is uniform between 50 ms and 2000 ms (mean
 * 1025 ms), or for {@code millis}, using no CPU.
 */
@LabController
class RandomLatencyController {

	private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(2000);

	private static final int MOST_MILLIS = 60_000;

	private static final byte[] ANSWER = "test".getBytes(StandardCharsets.US_ASCII);

	/**
	 * Reads and answers by itself: Spring's converters would take CPU time for nothing.
	 */
	@GetMapping("/test")
	void test(HttpServletRequest request, HttpServletResponse response) throws InterruptedException, IOException {
		String millis = request.getParameter("millis");
		TimeUnit.NANOSECONDS.sleep((millis != null) ? TimeUnit.MILLISECONDS.toNanos(allowed(millis)) : random());
		response.setContentType(MediaType.TEXT_PLAIN_VALUE);
		response.setContentLength(ANSWER.length);
		response.getOutputStream().write(ANSWER);
	}

	private static long allowed(String millis) {
		try {
			return Parameters.inRange("millis", Long.parseLong(millis), 0, MOST_MILLIS);
		}
		catch (NumberFormatException ex) {
			throw Parameters.refused("millis", millis, "a whole number");
		}
	}

	private static long random() {
		return ThreadLocalRandom.current().nextLong(MIN_NANOS, MAX_NANOS);
	}

}
