package bottleneck.target.bulkhead;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * How many requests may be worked on at once, if that is limited.
 *
 * @param calls 1 to 100000; without it there is no bulkhead
 * @param longestWait for others until they are refused, 0 to 60 s
 */
@ConfigurationProperties("bulkhead")
record BulkheadSettings(Integer calls, @Name("wait") @DefaultValue("0ms") Duration longestWait) {

	private static final int MOST_CALLS = 100_000;

	private static final Duration MOST_WAIT = Duration.ofSeconds(60);

	BulkheadSettings {
		if (calls != null && (calls < 1 || calls > MOST_CALLS)) {
			throw new IllegalArgumentException("bulkhead.calls (%d) must be from 1 to %d".formatted(calls, MOST_CALLS));
		}
		if (longestWait.isNegative() || longestWait.compareTo(MOST_WAIT) > 0) {
			throw new IllegalArgumentException("bulkhead.wait (%s) must be from 0 to 60 s".formatted(longestWait));
		}
	}

}
