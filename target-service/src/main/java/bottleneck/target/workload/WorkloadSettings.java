package bottleneck.target.workload;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Costs of a request to {@code /workload} or {@code /cal}.
 *
 * @param databaseWait wait of the reads of {@code /workload} in the database, standing
 * for network and disk; 0 to 10 s
 * @param cpuTime CPU time of its computation on this machine; 1 us to 10 s
 * @param additionTime CPU time of {@code /cal} on this machine, by default what the
 * source's own took alone; 1 ms to 60 s
 * @param addedTime CPU time before every request; 0 to 1 s
 */
@ConfigurationProperties("workload")
record WorkloadSettings(@DefaultValue("0ms") Duration databaseWait, @DefaultValue("2ms") Duration cpuTime,
		@DefaultValue("2800ms") Duration additionTime, @DefaultValue("0ms") Duration addedTime) {

	WorkloadSettings {
		check("workload.database-wait", databaseWait, Duration.ZERO, Duration.ofSeconds(10));
		check("workload.cpu-time", cpuTime, Duration.of(1, ChronoUnit.MICROS), Duration.ofSeconds(10));
		check("workload.addition-time", additionTime, Duration.ofMillis(1), Duration.ofSeconds(60));
		check("workload.added-time", addedTime, Duration.ZERO, Duration.ofSeconds(1));
	}

	private static void check(String property, Duration value, Duration min, Duration max) {
		if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
			throw new IllegalArgumentException("%s (%s) must be from %s to %s".formatted(property, value, min, max));
		}
	}

}
