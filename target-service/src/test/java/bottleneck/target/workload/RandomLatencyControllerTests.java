package bottleneck.target.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@ActiveProfiles("lab")
@WebMvcTest(RandomLatencyController.class)
class RandomLatencyControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private RandomLatencyController controller;

	private final List<Long> slept = new ArrayList<>();

	@Test
	void answersTest() {
		assertThat(this.mvc.get().uri("/test")).hasStatusOk()
			.hasContentType(MediaType.TEXT_PLAIN)
			.hasHeader(HttpHeaders.CONTENT_LENGTH, "4")
			.hasBodyTextEqualTo("test");
	}

	@Test
	void takesFiftyMillisecondsToTwoSeconds() throws Exception {
		RandomLatencyController sleepless = new RandomLatencyController(this.slept::add);
		for (int times = 0; times < 1000; times++) {
			sleepless.test(new MockHttpServletRequest(), new MockHttpServletResponse());
		}
		assertThat(this.slept).hasSize(1000)
			.allSatisfy((nanos) -> assertThat(Duration.ofNanos(nanos)).isBetween(Duration.ofMillis(50),
					Duration.ofSeconds(2)));
		// of 1000 the mean has a standard error of 18 ms, times 4
		double mean = this.slept.stream().mapToLong(Long::longValue).average().orElseThrow();
		assertThat(mean / 1e6).isCloseTo(1025, within(72.0));
	}

	@Test
	void takesAsLongAsAskedFor() throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setParameter("millis", "5");
		new RandomLatencyController(this.slept::add).test(request, new MockHttpServletResponse());
		assertThat(this.slept).containsExactly(Duration.ofMillis(5).toNanos());
	}

	@Test
	void keepsItsThreadForThatTime() throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setParameter("millis", "20");
		MockHttpServletResponse response = new MockHttpServletResponse();
		long start = System.nanoTime();
		this.controller.test(request, response);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(20));
		assertThat(response.getContentAsString()).isEqualTo("test");
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

}
