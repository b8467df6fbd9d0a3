package bottleneck.target.system;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import bottleneck.target.Http;
import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.ProblemDetail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The titles are those that the lab counts failures by. */
@TargetServiceTest
@ExtendWith(OutputCaptureExtension.class)
class ProblemsTests {

	private final Problems problems = new Problems();

	@Autowired
	private Http service;

	@ParameterizedTest
	@ValueSource(strings = { "/journals", "/hold?millis=0&queries=1", "/workload/db" })
	void noConnectionInTimeIsAProblemWithWhatThePoolSays(String path, @Autowired DataSource pool, CapturedOutput output)
			throws SQLException {
		try (Connection one = pool.getConnection(); Connection other = pool.getConnection()) {
			assertThat(one).isNotEqualTo(other);
			assertThatThePoolSaysSo(this.service.get(path));
			assertThat(this.service.get("/workload/cpu").statusCode()).isEqualTo(200);
		}
		assertThat(this.service.get(path).statusCode()).isEqualTo(200);
		assertThat(output).doesNotContain("\tat ");
	}

	@Test
	void soIsATaskThatNeedsMoreConnectionsThanThePoolHas() {
		assertThatThePoolSaysSo(this.service.get("/nested?connections=3&millis=0"));
		assertThat(this.service.get("/nested?connections=2&millis=0").statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/hold?millis=10000&queries=1", "/workload/db?millis=10000" })
	void lostConnectionIsAProblemWithoutDetails(String path, @Autowired SeededDatabase database) {
		CompletableFuture<HttpResponse<String>> answer = this.service.getLater(path);
		await().until(() -> !database.owner().sql("""
				SELECT pg_terminate_backend(pid)
				FROM pg_stat_activity
				WHERE usename = 'bottleneck_service' AND state = 'active' AND query LIKE '%pg_sleep%'
				""").query(Boolean.class).list().isEmpty());
		assertThat(Http.problem(answer.join(), 503, "Database connection lost"))
			.isEqualTo("The connection to the database was lost: try again.");
		assertThat(this.service.get("/workload/db?millis=0").statusCode()).isEqualTo(200);
	}

	@Test
	void fullDiskIsAProblemWithoutDetailsAndAnotherFailureIsNone() throws SQLException {
		ProblemDetail full = this.problems.failedStatement(new SQLException("could not extend file", "53100"));
		assertThat(full.getTitle()).isEqualTo("Database out of resources");
		assertThat(full.getStatus()).isEqualTo(503);
		assertThat(full.getDetail()).isEqualTo("The database cannot do this at present: try again later.");
		SQLException other = new SQLException("syntax error", "42601");
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.problems.failedStatement(other))
			.isSameAs(other);
	}

	private static void assertThatThePoolSaysSo(HttpResponse<String> answer) {
		assertThat(Http.problem(answer, 503, "No database connection"))
			.matches("HikariPool-\\d+ - Connection is not available, request timed out after \\d+ms "
					+ "\\(total=2, active=2, idle=0, waiting=0\\)");
	}

}
