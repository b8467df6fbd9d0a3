package bottleneck.target;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIOException;

@TargetServiceTest
class TargetServiceTests {

	private static final int CONNECT_TIMEOUT_MS = 1000;

	@LocalServerPort
	private int servicePort;

	@LocalManagementPort
	private int managementPort;

	@Autowired
	private SeededDatabase database;

	@Autowired
	private DataSource dataSource;

	@Test
	void answersJournalsAsJsonWithIsoInstants() {
		String newest = this.database.owner()
			.sql("SELECT max(posted_at) FROM journal WHERE deleted_at IS NULL")
			.query(OffsetDateTime.class)
			.single()
			.toInstant()
			.toString();
		get(this.servicePort, "/journals?size=3").expectStatus()
			.isOk()
			.expectHeader()
			.contentType(MediaType.APPLICATION_JSON)
			.expectBody()
			.jsonPath("$.journals.length()")
			.isEqualTo(3)
			.jsonPath("$.journals[0].postedAt")
			.isEqualTo(newest)
			.jsonPath("$.next")
			.isNotEmpty();
	}

	@Test
	void servesMetricsOfPoolAndThreadsOnTheManagementPortOnly() {
		String metrics = get(this.managementPort, "/actuator/prometheus").expectStatus()
			.isOk()
			.expectBody(String.class)
			.returnResult()
			.getResponseBody();
		assertThat(metrics).contains("hikaricp_connections_active{", "tomcat_threads_busy_threads{");
		get(this.servicePort, "/actuator/prometheus").expectStatus().isNotFound();
		get(this.managementPort, "/journals").expectStatus().isNotFound();
	}

	@Test
	void exposesHealthAndMetricsOnTheManagementPortAndNothingElse() {
		get(this.managementPort, "/actuator").expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$._links.keys()")
			.value(new ParameterizedTypeReference<List<String>>() {
			}, (exposed) -> assertThat(exposed).containsExactlyInAnyOrder("self", "health", "health-path",
					"prometheus"));
		for (String endpoint : List.of("env", "beans", "configprops", "heapdump", "threaddump", "loggers", "mappings",
				"caches", "metrics", "readiness", "shutdown")) {
			get(this.managementPort, "/actuator/" + endpoint).expectStatus().isNotFound();
		}
	}

	@Test
	void hasAHealthOfItsRequestThreadsOnTheServicePortOnly() {
		get(this.servicePort, "/health").expectStatus().isOk().expectBody().json("{\"status\": \"UP\"}");
		get(this.managementPort, "/health").expectStatus().isNotFound();
	}

	@Test
	void listensOnOneLoopbackAddressOnly() throws IOException {
		for (int port : new int[] { this.servicePort, this.managementPort }) {
			connect("127.0.0.1", port);
			// Linux answers on all of 127/8 whoever listens on every address
			assertThatIOException().isThrownBy(() -> connect("127.0.0.2", port));
		}
	}

	@Test
	void changesTheTitleOfAJournal() {
		JdbcClient owner = this.database.owner();
		try {
			put("/journals/1/title", "{\"title\": \"new\"}").expectStatus().isNoContent();
			get(this.servicePort, "/journals/1").expectBody().jsonPath("$.title").isEqualTo("new");
		}
		finally {
			owner.sql("UPDATE journal SET title = 'Journal 1' WHERE id = 1").update();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "DELETE FROM journal", "UPDATE journal SET content = ''",
			"UPDATE journal SET title = '', deleted_at = NULL", "UPDATE journal SET id = 0 WHERE id = 1",
			"UPDATE journal_reply SET content = ''", "UPDATE journal_attachment SET file_name = ''",
			"INSERT INTO journal VALUES (0, '', '', '', now(), NULL)",
			"INSERT INTO journal_reply VALUES (0, 0, '', now())", "TRUNCATE journal", "DROP TABLE journal",
			"CREATE INDEX mine ON journal (title)", "CREATE TABLE mine (id BIGINT)" })
	void mayChangeNothingButTitles(String sql) {
		assertThatException().isThrownBy(() -> JdbcClient.create(this.dataSource).sql(sql).update())
			.havingRootCause()
			.isInstanceOfSatisfying(SQLException.class, (ex) -> assertThat(ex.getSQLState()).isEqualTo("42501"));
	}

	private RestTestClient.ResponseSpec put(String path, String json) {
		return client(this.servicePort).put().uri(path).contentType(MediaType.APPLICATION_JSON).body(json).exchange();
	}

	private static RestTestClient.ResponseSpec get(int port, String path) {
		return client(port).get().uri(path).exchange();
	}

	private static RestTestClient client(int port) {
		return RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + port).build();
	}

	private static void connect(String address, int port) throws IOException {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(address, port), CONNECT_TIMEOUT_MS);
		}
	}

}
