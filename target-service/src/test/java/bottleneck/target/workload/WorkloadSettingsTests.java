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
		assertThat(settings()).isEqualTo(new WorkloadSettings(Duration.ZERO, Duration.ofMillis(2)));
	}

	@ParameterizedTest
	@CsvSource({ "0, 1us", "10s, 10s" })
	void mayBeTheLeastAndTheMost(String databaseWait, String cpuTime) {
		assertThatNoException()
			.isThrownBy(() -> settings("--workload.database-wait=" + databaseWait, "--workload.cpu-time=" + cpuTime));
	}

	@Test
	void areOfTheRightProperty() {
		assertThat(settings("--workload.database-wait=7ms", "--workload.cpu-time=250us"))
			.isEqualTo(new WorkloadSettings(Duration.ofMillis(7), Duration.ofNanos(250_000)));
	}

	@ParameterizedTest
	@CsvSource({ "workload.database-wait, -1ms, PT-0.001S, 0", "workload.database-wait, 10001ms, PT10.001S, 0",
			"workload.cpu-time, 0, PT0S, 1 us", "workload.cpu-time, 999ns, PT0.000000999S, 1 us",
			"workload.cpu-time, 11s, PT11S, 1 us" })
	void serviceDoesNotStartWithOthers(String property, String value, String shown, String min, CapturedOutput output) {
		assertThatException().isThrownBy(() -> settings("--%s=%s".formatted(property, value)));
		assertThat(output)
			.contains("APPLICATION FAILED TO START", "%s (%s) must be from %s to 10 s".formatted(property, shown, min))
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
