package bottleneck.target.workload;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Costs of a request to {@code /workload} or {@code /cal}.
 *
 * @param databaseWait wait of the reads of {@code /workload} in the database, standing
 * for network and disk
 * @param cpuTime CPU time of its computation on this machine
 * @param additionTime CPU time of {@code /cal} on this machine, by default what the
 * source's own took alone
 * @param addedTime CPU time before every request
 */
@ConfigurationProperties("workload")
record WorkloadSettings(@DefaultValue("0ms") Duration databaseWait, @DefaultValue("2ms") Duration cpuTime,
		@DefaultValue("2800ms") Duration additionTime, @DefaultValue("0ms") Duration addedTime) {
}
