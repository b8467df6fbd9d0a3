package bottleneck.target.system;

import java.util.Map;

import bottleneck.target.Http;
import bottleneck.target.SeededDatabase;
import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/** Two databases that can be told apart by the titles of their journals. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = { "management.server.port=0",
		"spring.datasource.hikari.maximum-pool-size=2", "reader.datasource.maximum-pool-size=3" })
class ReaderConfigurationTests {

	private static final SeededDatabase PRIMARY = SeededDatabase.withoutRows("primary");

	private static final SeededDatabase READER = SeededDatabase.withoutRows("reader");

	private final Http service;

	private final Http management;

	ReaderConfigurationTests(@LocalServerPort int port, @LocalManagementPort int managementPort) {
		this.service = new Http(port);
		this.management = new Http(managementPort);
	}

	@DynamicPropertySource
	static void databases(DynamicPropertyRegistry registry) {
		registry.add("spring.datasource.url", PRIMARY::url);
		registry.add("reader.datasource.url", READER::url);
		Map.of(PRIMARY, "of the primary", READER, "of the reader")
			.forEach((database, title) -> database.owner()
				.sql("INSERT INTO journal (id, title, content, author, posted_at) VALUES (1, ?, 'c', 'a', now())")
				.param(title)
				.update());
	}

	@Test
	void readsOfReadersAndWritesToThePrimary() {
		assertThat(this.service.send("PUT", "/journals/1/title", "{\"title\": \"new\"}").statusCode()).isEqualTo(204);
		assertThat(JsonPath.<String>read(this.service.body("/journals/1"), "$.title")).isEqualTo("of the reader");
		assertThat(JsonPath.<String>read(this.service.body("/journals?size=1"), "$.journals[0].title"))
			.isEqualTo("of the reader");
		assertThat(PRIMARY.owner().sql("SELECT title FROM journal").query(String.class).single()).isEqualTo("new");
	}

	@Test
	void tellsThePoolsApart() {
		assertThat(this.management.body("/actuator/prometheus")
			.lines()
			.filter((line) -> line.startsWith("hikaricp_connections_max")))
			.satisfiesExactly((line) -> assertThat(line).contains("pool=\"primary\"").endsWith(" 2.0"),
					(line) -> assertThat(line).contains("pool=\"readers\"").endsWith(" 3.0"));
	}

	@Test
	void withoutTheProfileLabThereAreNoEndpointsThatUseUpTheService() {
		for (String path : new String[] { "/test", "/cal", "/hold", "/nested", "/workload/db", "/workload/cpu" }) {
			assertThat(this.service.get(path).statusCode()).as(path).isEqualTo(404);
		}
	}

}
