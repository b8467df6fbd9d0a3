package bottleneck.target.workload;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpStatus;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.never;

@ActiveProfiles("lab")
@WebMvcTest(HoldController.class)
class HoldControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@MockitoBean
	private HeldConnection connection;

	@ParameterizedTest
	@CsvSource({ "0, 1", "300, 2", "10000, 20" })
	void answersWhatItHeldTheConnectionFor(int millis, int queries) {
		given(this.connection.hold(Duration.ofMillis(millis), queries)).willReturn(12);
		assertThat(this.mvc.get().uri("/hold?millis={millis}&queries={queries}", millis, queries)).hasStatusOk()
			.bodyJson()
			.isStrictlyEqualTo("{\"millis\": %d, \"queries\": %d, \"reads\": 12}".formatted(millis, queries));
	}

	@ParameterizedTest
	@CsvSource({ "-1, 2, millis", "10001, 2, millis", "1.5, 2, millis", "'', 2, millis", "300, 0, queries",
			"300, 21, queries", "300, two, queries" })
	void parameterThatIsNotAllowedIsAProblemThatNamesIt(String millis, String queries, String parameter) {
		assertThat(this.mvc.get().uri("/hold?millis={millis}&queries={queries}", millis, queries))
			.hasStatus(HttpStatus.BAD_REQUEST)
			.bodyJson()
			.extractingPath("$.parameter")
			.isEqualTo(parameter);
		then(this.connection).should(never()).hold(any(), anyInt());
	}

	@ParameterizedTest
	@ValueSource(strings = { "/hold", "/hold?millis=300", "/hold?queries=2" })
	void parameterThatIsMissingIsAProblem(String uri) {
		assertThat(this.mvc.get().uri(uri)).hasStatus(HttpStatus.BAD_REQUEST);
	}

	@Test
	void problemSaysWhatIsAllowed() {
		assertThat(this.mvc.get().uri("/hold?millis=10001&queries=2")).bodyJson()
			.extractingPath("$.detail")
			.isEqualTo("Parameter 'millis' is '10001' but must be a whole number from 0 to 10000.");
	}

}
