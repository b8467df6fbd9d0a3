package bottleneck.target;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class TargetServiceTests {

	private static final int REQUESTS = 1000;

	private static final List<String> METHODS = List.of("GET", "GET", "GET", "PUT", "POST", "DELETE", "PATCH", "BREW");

	private static final List<String> PATHS = List.of("/journals?size=#&after=$", "/journals?after=$", "/journals/#",
			"/journals/#/title", "/authors", "/health", "/test?millis=#", "/cal?additions=#", "/cal/boxed?additions=#",
			"/hold?millis=#&queries=#", "/nested?connections=#&millis=#", "/workload/db?millis=#",
			"/workload/db-cpu?replies=#&millis=#", "/workload/cpu", "/workload/all?millis=#", "/error", "/nowhere/#");

	/**
	 * Allowed ones are small, so that no request takes long: a loop has up to 10^11
	 * rounds.
	 */
	private static final List<String> NUMBERS = List.of("0", "1", "2", "-1", "01", "0x1", "+1", "1.5", "1e1", "NaN",
			"null", "1,2", "100000000001", "-9223372036854775808", "9223372036854775808", "9".repeat(2000), "%D9%A1",
			"%F0%9F%98%80", "'%20OR%201=1--", "a");

	/** Only in a query: in a path Tomcat refuses them by itself. */
	private static final List<String> STRANGE = List.of("", "%00", "%ff", "%c0%80", "%0d%0aX-Injected:%20yes",
			"&a".repeat(1001));

	private static final List<String> BODIES = List.of("", "{", "[]", "null", "\"a\"", "{\"title\":null}",
			"{\"title\":1}", "{\"title\":[]}", "{\"title\":\"\"}", "{\"title\":\"\\u0000\"}", "{\"title\":\"\\ud800\"}",
			"{\"title\":\"a\",\"title\":\"\"}", "[".repeat(5000), "{\"title\":".repeat(2000),
			"{\"title\":\"" + "a".repeat(20_000) + "\"}", "{\"title\":1e999999999}", "{\"title\":\"a\"}x",
			"{\"title\":\"fuzz\"}");

	private static final String CURSOR = "AAYOsCsTkwAAAAAAAAAke-Ddpds";

	private final Random random = new Random(38);

	@Autowired
	private Http service;

	@Autowired
	private Http management;

	@Test
	void exposesHealthAndMetricsOnTheManagementPortAndNothingElse() {
		Map<String, Object> exposed = JsonPath.read(this.management.body("/actuator"), "$._links");
		assertThat(exposed).containsOnlyKeys("self", "health", "health-path", "prometheus");
		for (String endpoint : List.of("env", "heapdump", "threaddump", "metrics", "readiness", "shutdown")) {
			assertThat(this.management.get("/actuator/" + endpoint).statusCode()).isEqualTo(404);
		}
		assertThat(this.management.body("/actuator/prometheus")).contains("hikaricp_connections_active{",
				"tomcat_threads_busy_threads{");
		for (String path : List.of("/journals", "/health")) {
			assertThat(this.service.get(path).statusCode()).isEqualTo(200);
			assertThat(this.management.get(path).statusCode()).isEqualTo(404);
		}
		assertThat(this.service.get("/actuator/prometheus").statusCode()).isEqualTo(404);
	}

	@AfterEach
	void nameJournalsAsBefore(@Autowired SeededDatabase database) {
		database.owner().sql("UPDATE journal SET title = 'Journal ' || id WHERE title IN ('a', 'fuzz')").update();
	}

	/** Random requests to every endpoint, each time the same. */
	@Test
	void everyAnswerIsASuccessOrAProblemOfTheClient() {
		for (int n = 0; n < REQUESTS; n++) {
			String method = any(METHODS);
			String path = path();
			HttpResponse<String> answer = this.service.send(method, path, any(BODIES));
			String request = "%d: %s %s".formatted(n, method, path);
			assertThat(answer.statusCode()).as(request).isBetween(200, 499);
			if (answer.statusCode() >= 400) {
				assertThat(answer.headers().firstValue("Content-Type")).as(request)
					.hasValue("application/problem+json");
			}
		}
	}

	private String path() {
		StringBuilder path = new StringBuilder();
		boolean inQuery = false;
		for (char next : any(PATHS).toCharArray()) {
			inQuery |= next == '?';
			switch (next) {
				case '#' -> path.append((inQuery && this.random.nextInt(4) == 0) ? any(STRANGE) : any(NUMBERS));
				case '$' -> path.append(cursor());
				default -> path.append(next);
			}
		}
		return path.toString();
	}

	/** Sometimes one that the service could have given. */
	private String cursor() {
		return switch (this.random.nextInt(4)) {
			case 0 -> CURSOR;
			case 1 -> CURSOR.replace(CURSOR.charAt(this.random.nextInt(CURSOR.length())), 'x');
			case 2 -> CURSOR.substring(this.random.nextInt(CURSOR.length()));
			default -> any(STRANGE);
		};
	}

	private <T> T any(List<T> all) {
		return all.get(this.random.nextInt(all.size()));
	}

}
