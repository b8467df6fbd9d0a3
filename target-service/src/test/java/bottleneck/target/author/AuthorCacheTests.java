package bottleneck.target.author;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;

import javax.sql.DataSource;

import bottleneck.target.ExecutedStatements;
import bottleneck.target.SeededDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.cache.CacheManager;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What holds of every cache, through the whole service on a real database.
 */
abstract class AuthorCacheTests {

	/** Fewer than the pool has connections, so that each may read the database. */
	static final int REQUESTS = 8;

	@LocalServerPort
	private int port;

	@LocalManagementPort
	private int managementPort;

	@Autowired
	private SeededDatabase database;

	@Autowired
	private CacheManager caches;

	/** How many of so many requests read the database when none finds the authors. */
	abstract int reads();

	/** Lookups that find nothing while they do. */
	abstract int misses();

	@BeforeEach
	void forget() {
		this.caches.getCache(CachedAuthors.CACHE).invalidate();
	}

	@Test
	void readsTheDatabaseOnceForTwoRequestsAndCountsThem() {
		double hits = gets("hit");
		double misses = gets("miss");
		assertThat(reads(() -> assertThat(authors()).isEqualTo(authors()).contains("\"name\":\"author-1\""))).isOne();
		assertThat(gets("hit") - hits).isOne();
		assertThat(gets("miss") - misses).isPositive();
	}

	@Test
	void readsTheDatabaseAgainWhenTheTimeIsOver() {
		authors();
		assertThat(reads(() -> await().atMost(Duration.ofSeconds(30)).until(() -> {
			double misses = gets("miss");
			authors();
			return gets("miss") > misses;
		}))).isOne();
	}

	@Test
	void isReadByOneOrByAllOfThoseWhoDoNotFindThem() {
		double misses = gets("miss");
		assertThat(reads(() -> {
			List<CompletableFuture<String>> answers = whileNobodyCanRead(
					() -> await().atMost(Duration.ofSeconds(30)).until(() -> gets("miss") - misses >= misses()));
			assertThat(answers.stream().map(CompletableFuture::join).distinct()).hasSize(1);
		})).isEqualTo(reads());
	}

	/** Requests that have come, and found nothing, before the first of them can read. */
	private List<CompletableFuture<String>> whileNobodyCanRead(Runnable allHaveCome) {
		ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
		try {
			return lock(() -> {
				List<CompletableFuture<String>> answers = Stream
					.generate(() -> CompletableFuture.supplyAsync(this::authors, threads))
					.limit(REQUESTS)
					.toList();
				allHaveCome.run();
				return answers;
			});
		}
		finally {
			threads.shutdown();
		}
	}

	private List<CompletableFuture<String>> lock(Supplier<List<CompletableFuture<String>>> action) {
		DataSource owner = this.database.ownerDataSource();
		return new TransactionTemplate(new DataSourceTransactionManager(owner)).execute((status) -> {
			JdbcClient.create(owner).sql("LOCK TABLE journal IN ACCESS EXCLUSIVE MODE").update();
			return action.get();
		});
	}

	private int reads(Runnable call) {
		return new ExecutedStatements(this.database).during(call)
			.entrySet()
			.stream()
			.filter((statement) -> statement.getKey().contains("group by"))
			.mapToInt((statement) -> statement.getValue())
			.sum();
	}

	private double gets(String result) {
		return get(this.managementPort, "/actuator/prometheus").lines()
			.filter((line) -> line.startsWith("cache_gets_total{") && line.contains("cache=\"authors\"")
					&& line.contains("result=\"%s\"".formatted(result)))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.sum();
	}

	private String authors() {
		return get(this.port, "/authors");
	}

	private static String get(int port, String path) {
		return RestTestClient.bindToServer()
			.baseUrl("http://127.0.0.1:" + port)
			.build()
			.get()
			.uri(path)
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.returnResult()
			.getResponseBody();
	}

}
