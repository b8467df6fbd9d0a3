package bottleneck.target.bulkhead;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.BDDAssertions.then;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.profiles.active=one-port", "spring.profiles.include=lab",
				"spring.main.lazy-initialization=true", "bulkhead.calls=1", OccupiedService.PROPERTIES })
@Import(OccupiedService.class)
class BulkheadFilterTests {

	@LocalServerPort
	private int port;

	@Autowired
	private OccupiedService service;

	@AfterEach
	void goOn() {
		this.service.goOn();
	}

	@Test
	void refusesWhatIsOneTooMany() throws InterruptedException {
		CompletableFuture<HttpResponse<String>> first = this.service.occupy(this.port);
		HttpResponse<String> refused = get("/test?millis=0");
		assertThat(refused.statusCode()).isEqualTo(503);
		assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
		assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(refused.body())
			.isEqualTo("{\"detail\":\"1 requests are being worked on, and no more are let in. Try again later.\","
					+ "\"status\":503,\"title\":\"Bulkhead is full\"}");
		this.service.goOn();
		assertThat(first.join().body()).isEqualTo("done");
	}

	@Test
	void letsTheNextInWhenOneIsDone() throws InterruptedException {
		for (int n = 0; n < 3; n++) {
			CompletableFuture<HttpResponse<String>> first = this.service.occupy(this.port);
			this.service.goOn();
			first.join();
			then(get("/test?millis=0").statusCode()).isEqualTo(200);
		}
	}

	@Test
	void letsTheNextInWhenOneFails() {
		for (int n = 0; n < 3; n++) {
			then(get("/test?millis=nonsense").statusCode()).isEqualTo(400);
		}
	}

	@Test
	void isNotInTheWayOfWhoWatches() throws InterruptedException {
		this.service.occupy(this.port);
		assertThat(get("/actuator/health").statusCode()).isEqualTo(200);
		assertThat(get("/health").statusCode()).isEqualTo(200);
	}

	private HttpResponse<String> get(String path) {
		return this.service.get(this.port, path).join();
	}

}
