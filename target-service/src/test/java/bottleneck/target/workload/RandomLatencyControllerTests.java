package bottleneck.target.workload;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

@WebMvcTest(RandomLatencyController.class)
class RandomLatencyControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private RandomLatencyController controller;

	@Test
	void answersTest() {
		assertThat(this.mvc.get().uri("/test")).hasStatusOk()
			.hasContentType(MediaType.TEXT_PLAIN)
			.hasHeader(HttpHeaders.CONTENT_LENGTH, "4")
			.hasBodyTextEqualTo("test");
	}

	@Test
	void takesFiftyMillisecondsToTwoSeconds() throws Exception {
		// called directly, because the first request through MockMvc takes 50 ms by
		// itself
		long start = System.nanoTime();
		test(new MockHttpServletRequest());
		Duration slack = Duration.ofSeconds(1);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(50),
				Duration.ofSeconds(2).plus(slack));
	}

	@Test
	void takesAsLongAsAskedFor() throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setParameter("millis", "5");
		long start = System.nanoTime();
		for (int times = 0; times < 10; times++) {
			assertThat(test(request)).isEqualTo("test");
		}
		// ten at random take less than 500 ms in no case
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(50),
				Duration.ofMillis(499));
	}

	@Test
	void answersAtOnceWhenAskedTo() {
		assertThat(this.mvc.get().uri("/test?millis=0")).hasStatusOk().hasBodyTextEqualTo("test");
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1", "60001", "2.5", "soon", "" })
	void timeThatIsNotAllowedIsAProblem(String millis) {
		assertThat(this.mvc.get().uri("/test?millis={millis}", millis)).hasStatus(HttpStatus.BAD_REQUEST)
			.bodyJson()
			.extractingPath("$.detail")
			.isEqualTo("Parameter 'millis' is '%s' but must be a whole number from 0 to 60000.".formatted(millis));
	}

	private String test(MockHttpServletRequest request) throws Exception {
		MockHttpServletResponse response = new MockHttpServletResponse();
		this.controller.test(request, response);
		return response.getContentAsString();
	}

}
