package bottleneck.target.workload;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpStatus;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

@ActiveProfiles("lab")
@WebMvcTest(controllers = AdditionController.class, properties = "workload.addition-time=20ms")
@EnableConfigurationProperties(WorkloadSettings.class)
class AdditionControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private AdditionController controller;

	@ParameterizedTest
	@CsvSource({ "1, 0", "2, 1", "5, 10", "100000, 4999950000", "3000000000, 4499999998500000000" })
	void answersTheSumOfAsManyAsAskedFor(long additions, long sum) {
		assertThat(this.mvc.get().uri("/cal?additions={additions}", additions)).hasStatusOk()
			.bodyJson()
			.isStrictlyEqualTo("{\"additions\": %d, \"sum\": %d}".formatted(additions, sum));
	}

	@ParameterizedTest
	@CsvSource({ "1, 0", "100000, 4999950000", "3000000, 4499998500000" })
	void answersTheSameWithBoxes(long additions, long sum) {
		assertThat(this.mvc.get().uri("/cal/boxed?additions={additions}", additions)).hasStatusOk()
			.bodyJson()
			.isStrictlyEqualTo("{\"additions\": %d, \"sum\": %d}".formatted(additions, sum));
		assertThat(this.mvc.get().uri("/cal/boxed?additions=0")).hasStatus(HttpStatus.BAD_REQUEST);
		assertThat(this.mvc.get().uri("/cal/boxed")).hasStatus(HttpStatus.BAD_REQUEST);
	}

	@Test
	void takesTheCpuTimeOfTheSettingsUnlessAskedOtherwise() {
		long additions = this.controller.cal(null).additions();
		assertThat(CpuTime.of(new Additions(), additions)).isBetween(Duration.ofMillis(10), Duration.ofMillis(40));
		assertThat(this.controller.cal(null).additions()).as("calibrated once").isEqualTo(additions);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "100000000001", "9223372036854775808", "1e9", "many", "" })
	void numberThatIsNotAllowedIsAProblem(String additions) {
		assertThat(this.mvc.get().uri("/cal?additions={additions}", additions)).hasStatus(HttpStatus.BAD_REQUEST)
			.bodyJson()
			.extractingPath("$.detail")
			.isEqualTo("Parameter 'additions' is '%s' but must be a whole number from 1 to 100000000000."
				.formatted(additions));
	}

}
