package bottleneck.target.system;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Refusals of request parameters, answered with 400 and a problem that names them. */
public final class Parameters {

	private Parameters() {
	}

	/** The value, or an exception unless it is from {@code min} to {@code max}. */
	public static long inRange(String name, long value, long min, long max) {
		if (value < min || value > max) {
			throw refused(name, value, "a whole number from %d to %d".formatted(min, max));
		}
		return value;
	}

	/** The same of an int. */
	public static int inRange(String name, int value, int min, int max) {
		return (int) inRange(name, (long) value, min, max);
	}

	public static ResponseStatusException refused(String name, Object value, String allowed) {
		return new ResponseStatusException(HttpStatus.BAD_REQUEST,
				"Parameter '%s' is '%s' but must be %s.".formatted(name, value, allowed));
	}

}
