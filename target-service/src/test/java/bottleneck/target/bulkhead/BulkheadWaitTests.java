package bottleneck.target.bulkhead;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.profiles.active=lab", "spring.main.lazy-initialization=true",
				"bulkhead.calls=1", "bulkhead.wait=9s", OccupiedService.PROPERTIES })
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
		await().until(BulkheadWaitTests::someoneWaits);
		assertThat(second).isNotDone();
		this.service.goOn();
		assertThat(second.join().statusCode()).isEqualTo(200);
	}

	private static boolean someoneWaits() {
		return Thread.getAllStackTraces()
			.values()
			.stream()
			.flatMap(Stream::of)
			.anyMatch((frame) -> frame.getClassName().equals(Semaphore.class.getName())
					&& frame.getMethodName().equals("tryAcquire"));
	}

}
