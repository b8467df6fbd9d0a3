package bottleneck.target.bulkhead;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.test.context.TestComponent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/** Has a request that is worked on until it is told to end. */
@RestController
@TestComponent
class OccupiedService {

	static final String PROPERTIES = "spring.autoconfigure.exclude="
			+ "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
			+ "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
			+ "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";

	private static final int PATIENCE_SECONDS = 10;

	private final HttpClient client = HttpClient.newHttpClient();

	private final Semaphore entered = new Semaphore(0);

	private volatile CountDownLatch gate = new CountDownLatch(1);

	@GetMapping("/occupied")
	String occupied() throws InterruptedException {
		this.entered.release();
		assertThat(this.gate.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
		return "done";
	}

	/** One that has been let in. */
	CompletableFuture<HttpResponse<String>> occupy(int port) throws InterruptedException {
		this.gate = new CountDownLatch(1);
		CompletableFuture<HttpResponse<String>> response = get(port, "/occupied");
		assertThat(this.entered.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
		return response;
	}

	void goOn() {
		this.gate.countDown();
	}

	CompletableFuture<HttpResponse<String>> get(int port, String path) {
		return this.client
			.sendAsync(HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path))).build(),
					HttpResponse.BodyHandlers.ofString())
			.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS);
	}

}
