package bottleneck.target.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import bottleneck.target.LoggedLines;
import bottleneck.target.RawHttp;
import bottleneck.target.SeededDatabase;
import bottleneck.target.fuzz.Hostile.Expected;
import bottleneck.target.fuzz.Operations.Operation;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistrar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

/**
 * Sends requests that follow the OpenAPI description or offend it: some with each build,
 * more with {@code -Dfuzz.requests=100000}, and then memory and threads may not grow.
 * {@code -Dfuzz.seed=} repeats those of another run.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "workload.cpu-time=1us", "workload.addition-time=1ms" })
@ActiveProfiles("lab")
@Import(FuzzTests.Database.class)
class FuzzTests {

	private static final int REQUESTS = Integer.getInteger("fuzz.requests", 2000);

	private static final long SEED = Long.getLong("fuzz.seed", 20);

	private static final int CLIENTS = 4;

	/** After the first of them everything is warm. */
	private static final int PARTS = 5;

	private static final int ENOUGH_TO_SEE_GROWTH = 50_000;

	private static final Duration SLOWEST = Duration.ofSeconds(5);

	@LocalServerPort
	private int port;

	@Test
	void noRequestMakesItFailOrGrow() throws Exception {
		List<Operation> operations = Operations.all();
		List<HostileRequests> clients = new ArrayList<>();
		for (int client = 0; client < CLIENTS; client++) {
			clients.add(new HostileRequests(SEED + client, operations));
		}
		List<Used> used = new ArrayList<>();
		try (LoggedLines log = new LoggedLines()) {
			for (int part = 0; part < PARTS; part++) {
				send(clients, REQUESTS / PARTS / CLIENTS);
				used.add(Used.now());
			}
			assertThat(log.all()).isEmpty();
		}
		if (REQUESTS >= ENOUGH_TO_SEE_GROWTH) {
			System.out.println("After each %d of %d requests: %s".formatted(REQUESTS / PARTS, REQUESTS, used));
			Used last = used.get(PARTS - 1);
			assertThat(last.heapBytes()).isCloseTo(used.get(0).heapBytes(), withPercentage(5));
			// fewer are no growth: what idles for a minute ends
			assertThat(last.threads()).isLessThanOrEqualTo(used.get(0).threads() * 21 / 20);
		}
	}

	private void send(List<HostileRequests> clients, int requests) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(clients.size());
		try {
			List<Callable<Void>> tasks = new ArrayList<>();
			clients.forEach((client) -> tasks.add(() -> {
				send(client, requests);
				return null;
			}));
			for (Future<Void> sent : threads.invokeAll(tasks)) {
				sent.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void send(HostileRequests client, int requests) throws IOException {
		RawHttp connection = new RawHttp(this.port);
		try {
			for (int n = 0; n < requests; n++) {
				Hostile request = client.next();
				long start = System.nanoTime();
				RawHttp.Answer answer = answer(connection, request);
				check(request, answer, Duration.ofNanos(System.nanoTime() - start));
				if (request.isAlone() || answer.closes()) {
					connection.close();
					connection = new RawHttp(this.port);
				}
			}
		}
		finally {
			connection.close();
		}
	}

	private static RawHttp.Answer answer(RawHttp connection, Hostile request) throws IOException {
		try {
			connection.send(request.text().getBytes(StandardCharsets.ISO_8859_1));
			return connection.answer(request.isHead());
		}
		catch (IOException ex) {
			throw new IOException("No answer to %s, of seed %d".formatted(request, SEED), ex);
		}
	}

	private static void check(Hostile request, RawHttp.Answer answer, Duration time) {
		String both = "%s%nwas answered with %s".formatted(request, answer);
		assertThat(time).as(both).isLessThan(SLOWEST);
		assertThat(answer.headers()).as(both).doesNotContainKey("x-injected");
		if (answer.status() >= 400) {
			assertThat(answer.contentType()).as(both).isEqualTo("application/problem+json");
		}
		assertThat(isRight(answer.status(), request.expected())).as(both).isTrue();
	}

	private static boolean isRight(int status, Expected expected) {
		return switch (expected) {
			case ANSWERED -> status == 200 || status == 204 || status == 404;
			case REFUSED -> status == 400;
			case ANY -> status < 500;
			case NOT_IMPLEMENTED -> status < 500 || status == 501 || status == 505;
		};
	}

	record Used(long heapBytes, int threads) {

		/** What is left after collections. */
		static Used now() {
			for (int n = 0; n < 3; n++) {
				System.gc();
			}
			return new Used(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
					ManagementFactory.getThreadMXBean().getThreadCount());
		}

	}

	/** One that no other test reads, as titles change. */
	@TestConfiguration(proxyBeanMethods = false)
	static class Database {

		@Bean
		DynamicPropertyRegistrar databaseProperties() {
			SeededDatabase database = SeededDatabase.withRows("0.02", "none");
			return (registry) -> {
				registry.add("spring.datasource.url", database::url);
				registry.add("spring.datasource.password", database::password);
			};
		}

	}

}
