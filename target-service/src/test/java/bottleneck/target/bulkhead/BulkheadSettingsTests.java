package bottleneck.target.bulkhead;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class BulkheadSettingsTests {

	private final WebApplicationContextRunner service = new WebApplicationContextRunner().withBean(JsonMapper.class)
		.withUserConfiguration(Settings.class);

	@Test
	void areNoneUnlessAskedFor() {
		this.service.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(BulkheadFilter.class));
	}

	@Test
	void areOfTheRightProperties() {
		this.service.withPropertyValues("bulkhead.calls=10", "bulkhead.wait=20ms").run((context) -> {
			assertThat(context).hasSingleBean(BulkheadFilter.class);
			assertThat(context.getBean(BulkheadSettings.class))
				.isEqualTo(new BulkheadSettings(10, Duration.ofMillis(20)));
		});
	}

	@ParameterizedTest
	@CsvSource({ "bulkhead.calls=0, bulkhead.calls (0) must be from 1 to 100000",
			"bulkhead.calls=100001, bulkhead.calls (100001) must be from 1 to 100000",
			"bulkhead.wait=-1ms, bulkhead.wait (PT-0.001S) must be from 0 to 60 s",
			"bulkhead.wait=61s, bulkhead.wait (PT1M1S) must be from 0 to 60 s" })
	void refuseOthers(String property, String reason) {
		this.service.withPropertyValues(property)
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessage(reason));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(BulkheadSettings.class)
	@Import(BulkheadFilter.class)
	static class Settings {

	}

}
