package bottleneck.target.health;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.availability.ApplicationAvailabilityBean;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

@WebMvcTest(HealthController.class)
@Import(ApplicationAvailabilityBean.class)
class HealthControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private ApplicationContext context;

	@Test
	void isUp() {
		assertThat(this.mvc.get().uri("/health")).hasStatusOk().bodyJson().isStrictlyEqualTo("{\"status\": \"UP\"}");
	}

	@Test
	void isOutOfServiceWhileItIsToGetNoRequests() {
		ReadinessEndpoint readiness = new ReadinessEndpoint(this.context);
		readiness.accept(false);
		assertThat(this.mvc.get().uri("/health")).hasStatus(HttpStatus.SERVICE_UNAVAILABLE)
			.bodyJson()
			.isStrictlyEqualTo("{\"status\": \"OUT_OF_SERVICE\"}");
		readiness.accept(true);
		assertThat(this.mvc.get().uri("/health")).hasStatusOk();
	}

}
