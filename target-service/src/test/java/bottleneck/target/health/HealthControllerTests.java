package bottleneck.target.health;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

@WebMvcTest(HealthController.class)
class HealthControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@Test
	void isUp() {
		assertThat(this.mvc.get().uri("/health")).hasStatusOk().bodyJson().isStrictlyEqualTo("{\"status\": \"UP\"}");
	}

}
