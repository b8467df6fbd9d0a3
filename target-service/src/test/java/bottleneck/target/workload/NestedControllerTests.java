package bottleneck.target.workload;

import java.time.Duration;

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
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.never;

@ActiveProfiles("lab")
@WebMvcTest(NestedController.class)
class NestedControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@MockitoBean
	private NestedTransactions transactions;

	@ParameterizedTest
	@CsvSource({ "1, 0", "3, 25", "10, 10000" })
	void answersTheConnectionsThatItTook(int connections, int millis) {
		assertThat(this.mvc.get().uri("/nested?connections={connections}&millis={millis}", connections, millis))
			.hasStatusOk()
			.bodyJson()
			.isStrictlyEqualTo("{\"connections\": %d}".formatted(connections));
		then(this.transactions).should().nest(connections, Duration.ofMillis(millis));
	}

	@ParameterizedTest
	@CsvSource({ "0, 25, connections", "11, 25, connections", "many, 25, connections", "3, -1, millis",
			"3, 10001, millis", "3, 2.5, millis" })
	void parameterThatIsNotAllowedIsAProblemThatNamesIt(String connections, String millis, String parameter) {
		assertThat(this.mvc.get().uri("/nested?connections={connections}&millis={millis}", connections, millis))
			.hasStatus(HttpStatus.BAD_REQUEST)
			.bodyJson()
			.extractingPath("$.parameter")
			.isEqualTo(parameter);
		then(this.transactions).should(never()).nest(anyInt(), any());
	}

	@ParameterizedTest
	@ValueSource(strings = { "/nested", "/nested?connections=3", "/nested?millis=25" })
	void parameterThatIsMissingIsAProblem(String uri) {
		assertThat(this.mvc.get().uri(uri)).hasStatus(HttpStatus.BAD_REQUEST);
	}

}
