package bottleneck.target;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.client.RestTestClient;

/** As an experiment starts the service that reads nothing. */
@ActiveProfiles("lab")
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.main.lazy-initialization=true",
				"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
						+ "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
						+ "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
class WithoutDatabaseTests {

	@LocalServerPort
	private int port;

	@Test
	void answersTest() {
		assertThatAnswers("/test?millis=0", "test");
	}

	@Test
	void answersAdditions() {
		assertThatAnswers("/cal?additions=5", "{\"additions\":5,\"sum\":10}");
	}

	@Test
	void isHealthy() {
		assertThatAnswers("/health", "{\"status\":\"UP\"}");
	}

	private void assertThatAnswers(String uri, String body) {
		RestTestClient.bindToServer()
			.baseUrl("http://127.0.0.1:" + this.port)
			.build()
			.get()
			.uri(uri)
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.isEqualTo(body);
	}

}
