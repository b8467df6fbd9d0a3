package bottleneck.target.reader;

import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import bottleneck.target.SeededDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/** Two databases that can be told apart by the titles of their journals. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.profiles.active=lab",
				"spring.datasource.hikari.maximum-pool-size=2", "reader.datasource.maximum-pool-size=3" })
class ReaderConfigurationTests {

	private static final SeededDatabase PRIMARY = SeededDatabase.withoutRows("primary");

	private static final SeededDatabase READER = SeededDatabase.withoutRows("reader");

	@LocalServerPort
	private int port;

	@LocalManagementPort
	private int managementPort;

	@Autowired
	private DataSource dataSource;

	@DynamicPropertySource
	static void databases(DynamicPropertyRegistry registry) {
		registry.add("spring.datasource.url", PRIMARY::url);
		registry.add("spring.datasource.password", PRIMARY::password);
		registry.add("reader.datasource.url", READER::url);
	}

	@BeforeEach
	void nameJournals() {
		Map.of(PRIMARY, "of the primary", READER, "of the reader").forEach((database, title) -> {
			database.owner().sql("TRUNCATE journal").update();
			database.owner().sql("""
					INSERT INTO journal (id, title, content, author, posted_at)
					SELECT id, ?, 'c', 'a', now() FROM generate_series(1, 1000) AS id
					""").param(title).update();
		});
	}

	@Test
	void readsOfReaders() {
		assertTitle(get(this.port, "/journals/1"), "$.title");
		assertTitle(get(this.port, "/journals?size=1"), "$.journals[0].title");
		assertTitle(get(this.port, "/workload/db?millis=0"), "$.titles[4]");
		get(this.port, "/hold?millis=0&queries=1").expectStatus().isOk();
		assertThat(titles(PRIMARY, 1)).containsExactly("of the primary");
	}

	@Test
	void writesToThePrimary() {
		client(this.port).put()
			.uri("/journals/1/title")
			.contentType(MediaType.APPLICATION_JSON)
			.body("{\"title\": \"new\"}")
			.exchange()
			.expectStatus()
			.isNoContent();
		assertThat(titles(PRIMARY, 1)).containsExactly("new");
		assertThat(titles(READER, 1)).containsExactly("of the reader");
	}

	@Test
	void readsOfThePrimaryOutsideOfReadOnlyTransactions() {
		assertThat(JdbcClient.create(this.dataSource)
			.sql("SELECT title FROM journal WHERE id = 1")
			.query(String.class)
			.single()).isEqualTo("of the primary");
	}

	@Test
	void refusesToWriteInAReadOnlyTransaction(@Autowired PlatformTransactionManager transactions) {
		TransactionTemplate readOnly = new TransactionTemplate(transactions);
		readOnly.setReadOnly(true);
		assertThatException()
			.isThrownBy(() -> readOnly.executeWithoutResult(
					(status) -> JdbcClient.create(this.dataSource).sql("UPDATE journal SET title = 'x'").update()))
			.withStackTraceContaining("read-only transaction");
	}

	@Test
	void tellsThePoolsApart() {
		String metrics = get(this.managementPort, "/actuator/prometheus").expectBody(String.class)
			.returnResult()
			.getResponseBody();
		assertThat(metrics.lines().filter((line) -> line.startsWith("hikaricp_connections_max"))).satisfiesExactly(
				(line) -> assertThat(line).contains("pool=\"primary\"").endsWith(" 2.0"),
				(line) -> assertThat(line).contains("pool=\"readers\"").endsWith(" 3.0"));
	}

	private static void assertTitle(RestTestClient.ResponseSpec answer, String path) {
		answer.expectStatus().isOk().expectBody().jsonPath(path).isEqualTo("of the reader");
	}

	private static List<String> titles(SeededDatabase database, long id) {
		return database.owner().sql("SELECT title FROM journal WHERE id = ?").param(id).query(String.class).list();
	}

	private static RestTestClient.ResponseSpec get(int port, String uri) {
		return client(port).get().uri(uri).exchange();
	}

	private static RestTestClient client(int port) {
		return RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + port).build();
	}

}
