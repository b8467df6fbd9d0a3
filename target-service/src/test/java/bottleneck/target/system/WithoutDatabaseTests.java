package bottleneck.target.system;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

import bottleneck.target.Http;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** The service as experiments start it that read no database, with a bulkhead. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.profiles.active=lab,one-port", "spring.main.lazy-initialization=true",
				"bulkhead.calls=1", "workload.added-time=20ms",
				"management.endpoints.web.exposure.include=health,prometheus,readiness",
				"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
						+ "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
						+ "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
class WithoutDatabaseTests {

	private final Http service;

	WithoutDatabaseTests(@LocalServerPort int port) {
		this.service = new Http(port);
	}

	@Test
	void answersWhatNeedsNone() {
		assertThat(this.service.body("/test?millis=0")).isEqualTo("test");
		assertThat(this.service.body("/cal?additions=5")).isEqualTo("{\"additions\":5,\"sum\":10}");
	}

	@Test
	void bulkheadRefusesWhatIsOneTooManyButHealthChecks() {
		CompletableFuture<HttpResponse<String>> first = this.service.getLater("/test?millis=2000");
		HttpResponse<String> refused = await().until(() -> this.service.get("/test?millis=0"),
				(answer) -> answer.statusCode() != 200);
		assertThat(Http.problem(refused, 503, "Bulkhead is full"))
			.isEqualTo("1 requests are being worked on, and no more are let in. Try again later.");
		assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
		assertThat(this.service.get("/actuator/health").statusCode()).isEqualTo(200);
		assertThat(this.service.get("/health").statusCode()).isEqualTo(200);
		assertThat(first.join().statusCode()).isEqualTo(200);
		// an answer may come a little earlier than its permit is back
		for (int n = 0; n < 3; n++) {
			await().until(() -> this.service.get("/test?millis=0").statusCode() == 200);
			await().until(() -> this.service.get("/test?millis=nonsense").statusCode() == 400);
		}
	}

	@Test
	void bulkheadThatLetsNobodyInIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new BulkheadFilter(0, JsonMapper.shared()))
			.withMessage("bulkhead.calls must be at least 1");
	}

	@Test
	void everyRequestTakesTheAddedTime() {
		this.service.body("/health");
		long start = System.nanoTime();
		this.service.body("/health");
		assertThat(System.nanoTime() - start).isBetween(10_000_000L, 2_000_000_000L);
	}

	@Test
	void isOutOfServiceWhileItRefusesTraffic() {
		assertThat(this.service.body("/health")).isEqualTo("{\"status\":\"UP\"}");
		accept(false);
		HttpResponse<String> answer = this.service.get("/health");
		assertThat(answer.statusCode()).isEqualTo(503);
		assertThat(answer.body()).isEqualTo("{\"status\":\"OUT_OF_SERVICE\"}");
		accept(true);
		assertThat(this.service.get("/health").statusCode()).isEqualTo(200);
	}

	private void accept(boolean accepting) {
		assertThat(this.service.send("POST", "/actuator/readiness", "{\"accepting\":%s}".formatted(accepting))
			.statusCode()).isEqualTo(204);
	}

}
