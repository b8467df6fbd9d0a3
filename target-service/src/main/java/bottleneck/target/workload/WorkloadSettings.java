package bottleneck.target.workload;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a request to {@code /workload} costs.
 *
 * @param databaseWait what its reads wait in the database, standing for network and disk;
 * 0 to 10 s
 * @param cpuTime the CPU time of its computation on this machine; 1 us to 10 s
 */
@ConfigurationProperties("workload")
record WorkloadSettings(@DefaultValue("0ms") Duration databaseWait, @DefaultValue("2ms") Duration cpuTime) {

	private static final Duration MIN_CPU_TIME = Duration.of(1, ChronoUnit.MICROS);

	private static final Duration MAX = Duration.ofSeconds(10);

	WorkloadSettings {
		check("workload.database-wait", databaseWait, Duration.ZERO, "0");
		check("workload.cpu-time", cpuTime, MIN_CPU_TIME, "1 us");
	}

	private static void check(String property, Duration value, Duration min, String minText) {
		if (value.compareTo(min) < 0 || value.compareTo(MAX) > 0) {
			throw new IllegalArgumentException("%s (%s) must be from %s to 10 s".formatted(property, value, minText));
		}
	}

}
