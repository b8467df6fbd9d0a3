package bottleneck.target.workload;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
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
		assertThat(this.mvc.get().uri("/test")).hasStatusOk().hasBodyTextEqualTo("test");
	}

	@Test
	void takesFiftyMillisecondsToTwoSeconds() throws InterruptedException {
		// called directly, because the first request through MockMvc takes 50 ms by
		// itself
		long start = System.nanoTime();
		this.controller.test();
		Duration slack = Duration.ofSeconds(1);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(50),
				Duration.ofSeconds(2).plus(slack));
	}

}
