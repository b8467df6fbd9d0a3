package bottleneck.target.problem;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import bottleneck.target.TargetServiceTest;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

@ActiveProfiles("lab")
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.datasource.hikari.maximum-pool-size=2",
				"spring.datasource.hikari.connection-timeout=250", "workload.cpu-time=1us" })
@Import({ TargetServiceTest.Configuration.class, NoDatabaseConnectionTests.Probe.class })
@ExtendWith(OutputCaptureExtension.class)
class NoDatabaseConnectionTests {

	@LocalServerPort
	private int port;

	@Autowired
	private DataSource dataSource;

	@ParameterizedTest
	@ValueSource(strings = { "/journals", "/journals/1", "/hold?millis=0&queries=1", "/nested?connections=1&millis=0",
			"/workload/db", "/workload/db-cpu?replies=1", "/workload/all", "/jdbc-without-a-transaction",
			"/jpa-without-a-transaction" })
	void isAProblemWithWhatThePoolSays(String path, CapturedOutput output) throws SQLException {
		whileAllAreTaken(() -> expectProblem(path));
		get(path).expectStatus().isOk();
		assertThat(output).doesNotContain("\tat ");
	}

	@Test
	void isAProblemOfATaskThatNeedsMoreThanThePoolHas() {
		get("/nested?connections=2&millis=0").expectStatus().isOk();
		expectProblem("/nested?connections=3&millis=0");
		get("/nested?connections=2&millis=0").expectStatus().isOk();
	}

	@Test
	void isNoProblemOfWhoNeedsNone() throws SQLException {
		whileAllAreTaken(() -> get("/workload/cpu").expectStatus().isOk());
	}

	@ParameterizedTest
	@ValueSource(strings = { "/jdbc-loses-its-connection", "/jpa-loses-its-connection",
			"/transaction-loses-its-connection" })
	void isAProblemWithoutDetailsWhereTheConnectionIsLost(String path) {
		get(path).expectStatus()
			.isEqualTo(HttpStatus.SERVICE_UNAVAILABLE)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.title")
			.isEqualTo("Database connection lost")
			.jsonPath("$.detail")
			.isEqualTo("The connection to the database was lost: try again.");
		get("/jdbc-without-a-transaction").expectStatus().isOk();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/jdbc-finds-no-room", "/transaction-finds-no-room", "/jpa-finds-no-room" })
	void isAProblemWithoutDetailsWhereTheDiskIsFull(String path) {
		get(path).expectStatus()
			.isEqualTo(HttpStatus.SERVICE_UNAVAILABLE)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.title")
			.isEqualTo("Database out of resources")
			.jsonPath("$.detail")
			.isEqualTo("The database cannot do this at present: try again later.");
		get("/jdbc-without-a-transaction").expectStatus().isOk();
	}

	@Test
	void isNotWhatElseATransactionFailsFor() {
		get("/another-failure").expectStatus().isEqualTo(HttpStatus.INTERNAL_SERVER_ERROR);
	}

	private void whileAllAreTaken(Runnable call) throws SQLException {
		try (Connection one = this.dataSource.getConnection(); Connection other = this.dataSource.getConnection()) {
			assertThat(one).isNotEqualTo(other);
			call.run();
		}
	}

	private void expectProblem(String path) {
		get(path).expectStatus()
			.isEqualTo(HttpStatus.SERVICE_UNAVAILABLE)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.title")
			.isEqualTo("No database connection")
			.jsonPath("$.detail")
			.value(String.class,
					(detail) -> assertThat(detail)
						.matches("HikariPool-\\d+ - Connection is not available, request timed out after \\d+ms "
								+ "\\(total=2, active=2, idle=0, waiting=0\\)"));
	}

	private RestTestClient.ResponseSpec get(String path) {
		return RestTestClient.bindToServer()
			.baseUrl("http://127.0.0.1:" + this.port)
			.build()
			.get()
			.uri(path)
			.exchange();
	}

	@RestController
	record Probe(JdbcClient jdbc, EntityManager entityManager, TransactionTemplate transactions) {

		/** As PostgreSQL says it when it cannot extend a file. */
		private static final String NO_ROOM = """
				DO 'BEGIN RAISE EXCEPTION ''could not extend file "base/1"'' USING ERRCODE = ''disk_full''; END'""";

		@GetMapping("/jdbc-without-a-transaction")
		int jdbcOnly() {
			return this.jdbc.sql("SELECT 1").query(Integer.class).single();
		}

		@GetMapping("/jpa-without-a-transaction")
		long jpaOnly() {
			return this.entityManager.createQuery("SELECT count(j) FROM Journal j", Long.class).getSingleResult();
		}

		@GetMapping("/jdbc-loses-its-connection")
		void loseJdbc() {
			this.jdbc.sql("SELECT pg_terminate_backend(pg_backend_pid())").query(Boolean.class).single();
		}

		@GetMapping("/transaction-loses-its-connection")
		void loseTransaction() {
			this.transactions.executeWithoutResult((status) -> loseJdbc());
		}

		@GetMapping("/jpa-loses-its-connection")
		void loseJpa() {
			this.entityManager.createNativeQuery("SELECT pg_terminate_backend(pg_backend_pid())").getSingleResult();
		}

		@GetMapping("/jdbc-finds-no-room")
		void fillJdbc() {
			this.jdbc.sql(NO_ROOM).update();
		}

		@GetMapping("/transaction-finds-no-room")
		void fillTransaction() {
			this.transactions.executeWithoutResult((status) -> fillJdbc());
		}

		@GetMapping("/jpa-finds-no-room")
		void fillJpa() {
			this.transactions
				.executeWithoutResult((status) -> this.entityManager.createNativeQuery(NO_ROOM).executeUpdate());
		}

		@GetMapping("/another-failure")
		void fail() {
			throw new CannotCreateTransactionException("any", new SQLException("not for want of a connection"));
		}

	}

}
