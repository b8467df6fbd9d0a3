package bottleneck.target.problem;

import java.time.Duration;

import bottleneck.target.LocalRedis;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.cache.type=redis" })
@Import({ TargetServiceTest.Configuration.class, LocalRedis.Configuration.class })
@ExtendWith(OutputCaptureExtension.class)
class NoCacheTests {

	@LocalServerPort
	private int port;

	@LocalManagementPort
	private int managementPort;

	@Autowired
	private LocalRedis redis;

	@Test
	void isAProblemUntilRedisIsThereAgain(CapturedOutput output) {
		// not even at start
		this.redis.close();
		expectProblem();
		this.redis.start();
		awaitStatus(HttpStatus.OK);
		this.redis.close();
		awaitStatus(HttpStatus.SERVICE_UNAVAILABLE);
		expectProblem();
		get(this.port, "/journals/1").expectStatus().isOk();
		get(this.managementPort, "/actuator/health").expectStatus().isOk();
		this.redis.start();
		awaitStatus(HttpStatus.OK);
		assertThat(output).doesNotContain("\tat ");
	}

	/** The client tries to connect again after a time that grows. */
	private void awaitStatus(HttpStatus status) {
		await().atMost(Duration.ofMinutes(1))
			.until(() -> get(this.port, "/authors").returnResult(String.class).getStatus().equals(status));
	}

	private void expectProblem() {
		get(this.port, "/authors").expectStatus()
			.isEqualTo(HttpStatus.SERVICE_UNAVAILABLE)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.title")
			.isEqualTo("No cache")
			.jsonPath("$.detail")
			.isEqualTo("The cache cannot be reached, or did not answer in time.");
	}

	private static RestTestClient.ResponseSpec get(int port, String path) {
		return RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + port).build().get().uri(path).exchange();
	}

}
