package bottleneck.target.journal;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import javax.sql.DataSource;

import bottleneck.target.Http;
import bottleneck.target.SeededDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.cache.CacheManager;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What every cache does, where one request at a time reads an expired entry. */
abstract class CacheTests {

	private static final int REQUESTS = 8;

	@Autowired
	private Http service;

	@Autowired
	private Http management;

	@Autowired
	private SeededDatabase database;

	@Autowired
	private CacheManager caches;

	@Test
	void authorsAreReadOnceForRequestsThatComeAtOnceAndThoseAfterThem() {
		this.caches.getCache("authors").invalidate();
		double misses = gets("miss");
		double hits = gets("hit");
		assertThat(reads(() -> {
			List<String> answers = whileNobodyCanRead(() -> await().until(() -> gets("miss") - misses >= REQUESTS + 1));
			assertThat(answers.get(0)).contains("\"name\":\"author-1\"");
			assertThat(answers).containsOnly(this.service.body("/authors"));
		})).isOne();
		assertThat(gets("hit") - hits).as("those who waited, and the one afterwards").isEqualTo(REQUESTS);
	}

	@Test
	void authorsAreReadAgainWhenTheTimeIsOver() {
		this.service.body("/authors");
		assertThat(reads(() -> await().atMost(Duration.ofSeconds(30)).until(() -> {
			double misses = gets("miss");
			this.service.body("/authors");
			return gets("miss") > misses;
		}))).isOne();
	}

	@Test
	void pagesAreReadOnceEachAndThenTakeNoConnection() {
		this.caches.getCache("pages").invalidate();
		assertThat(reads(() -> {
			String page = this.service.body("/journals?size=7");
			double acquired = sum("hikaricp_connections_acquire_seconds_count");
			assertThat(this.service.body("/journals?size=7")).isEqualTo(page);
			assertThat(sum("hikaricp_connections_acquire_seconds_count")).isEqualTo(acquired);
		})).isOne();
		assertThat(reads(() -> this.service.body("/journals?size=8"))).isOne();
	}

	/** Answers to requests that all found nothing before the first of them could read. */
	private List<String> whileNobodyCanRead(Runnable allHaveCome) {
		DataSource owner = this.database.ownerDataSource();
		List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
		new TransactionTemplate(new DataSourceTransactionManager(owner)).executeWithoutResult((status) -> {
			JdbcClient.create(owner).sql("LOCK TABLE journal IN ACCESS EXCLUSIVE MODE").update();
			for (int n = 0; n < REQUESTS; n++) {
				answers.add(this.service.getLater("/authors"));
			}
			allHaveCome.run();
		});
		return answers.stream().map((answer) -> answer.join().body()).toList();
	}

	/** Statements of a call. */
	private int reads(Runnable call) {
		return this.database.statements(call)
			.entrySet()
			.stream()
			.filter((statement) -> statement.getKey().startsWith("select"))
			.mapToInt((statement) -> statement.getValue())
			.sum();
	}

	/** Lookups of the authors, as the metrics count them. */
	private double gets(String result) {
		return sum("cache_gets_total", "cache=\"authors\"", "result=\"%s\"".formatted(result));
	}

	private double sum(String metric, String... labels) {
		return this.management.body("/actuator/prometheus")
			.lines()
			.filter((line) -> line.startsWith(metric + "{") && Stream.of(labels).allMatch(line::contains))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.sum();
	}

}
