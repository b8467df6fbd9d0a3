package bottleneck.target.workload;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a request to {@code /workload} or {@code /cal} costs.
 *
 * @param databaseWait what the reads of {@code /workload} wait in the database, standing
 * for network and disk; 0 to 10 s
 * @param cpuTime the CPU time of its computation on this machine; 1 us to 10 s
 * @param additionTime the CPU time of {@code /cal} on this machine, by default what the
 * source's own took alone; 1 ms to 60 s
 */
@ConfigurationProperties("workload")
record WorkloadSettings(@DefaultValue("0ms") Duration databaseWait, @DefaultValue("2ms") Duration cpuTime,
		@DefaultValue("2800ms") Duration additionTime) {

	private static final Range WAIT = new Range(Duration.ZERO, Duration.ofSeconds(10), "0 to 10 s");

	private static final Range CPU_TIME = new Range(Duration.of(1, ChronoUnit.MICROS), Duration.ofSeconds(10),
			"1 us to 10 s");

	private static final Range ADDITION_TIME = new Range(Duration.ofMillis(1), Duration.ofSeconds(60), "1 ms to 60 s");

	WorkloadSettings {
		WAIT.check("workload.database-wait", databaseWait);
		CPU_TIME.check("workload.cpu-time", cpuTime);
		ADDITION_TIME.check("workload.addition-time", additionTime);
	}

	private record Range(Duration min, Duration max, String text) {

		private void check(String property, Duration value) {
			if (value.compareTo(this.min) < 0 || value.compareTo(this.max) > 0) {
				throw new IllegalArgumentException("%s (%s) must be from %s".formatted(property, value, this.text));
			}
		}

	}

}
