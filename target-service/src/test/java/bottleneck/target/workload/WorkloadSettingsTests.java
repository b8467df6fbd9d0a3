package bottleneck.target.workload;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatNoException;

@ExtendWith(OutputCaptureExtension.class)
class WorkloadSettingsTests {

	@Test
	void neitherWaitsNorTakesLongUnlessAskedTo() {
		assertThat(settings())
			.isEqualTo(new WorkloadSettings(Duration.ZERO, Duration.ofMillis(2), Duration.ofMillis(2800)));
	}

	@ParameterizedTest
	@CsvSource({ "0, 1us, 1ms", "10s, 10s, 60s" })
	void mayBeTheLeastAndTheMost(String databaseWait, String cpuTime, String additionTime) {
		assertThatNoException().isThrownBy(() -> settings("--workload.database-wait=" + databaseWait,
				"--workload.cpu-time=" + cpuTime, "--workload.addition-time=" + additionTime));
	}

	@Test
	void areOfTheRightProperty() {
		assertThat(settings("--workload.database-wait=7ms", "--workload.cpu-time=250us", "--workload.addition-time=1s"))
			.isEqualTo(new WorkloadSettings(Duration.ofMillis(7), Duration.ofNanos(250_000), Duration.ofSeconds(1)));
	}

	@ParameterizedTest
	@CsvSource({ "workload.database-wait, -1ms, PT-0.001S, 0 to 10 s",
			"workload.database-wait, 10001ms, PT10.001S, 0 to 10 s", "workload.cpu-time, 0, PT0S, 1 us to 10 s",
			"workload.cpu-time, 999ns, PT0.000000999S, 1 us to 10 s", "workload.cpu-time, 11s, PT11S, 1 us to 10 s",
			"workload.addition-time, 999us, PT0.000999S, 1 ms to 60 s",
			"workload.addition-time, 60001ms, PT1M0.001S, 1 ms to 60 s" })
	void serviceDoesNotStartWithOthers(String property, String value, String shown, String allowed,
			CapturedOutput output) {
		assertThatException().isThrownBy(() -> settings("--%s=%s".formatted(property, value)));
		assertThat(output)
			.contains("APPLICATION FAILED TO START", "%s (%s) must be from %s".formatted(property, shown, allowed))
			.doesNotContain("\tat ");
	}

	private static WorkloadSettings settings(String... arguments) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Settings.class)
			.web(WebApplicationType.NONE)
			.run(arguments)) {
			return context.getBean(WorkloadSettings.class);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(WorkloadSettings.class)
	static class Settings {

	}

}
