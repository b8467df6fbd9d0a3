package bottleneck.target.bulkhead;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.main.lazy-initialization=true", "bulkhead.calls=1",
				"bulkhead.wait=9s", OccupiedService.PROPERTIES })
@Import(OccupiedService.class)
class BulkheadWaitTests {

	@LocalServerPort
	private int port;

	@Autowired
	private OccupiedService service;

	@Test
	void isHowLongTheNextWaitsUntilItIsRefused() throws InterruptedException {
		this.service.occupy(this.port);
		CompletableFuture<HttpResponse<String>> second = this.service.get(this.port, "/test?millis=0");
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> second.get(300, TimeUnit.MILLISECONDS));
		this.service.goOn();
		assertThat(second.join().statusCode()).isEqualTo(200);
	}

}
