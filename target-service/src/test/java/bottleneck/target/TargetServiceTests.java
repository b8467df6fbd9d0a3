package bottleneck.target;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class TargetServiceTests {

	@Autowired
	private Http service;

	@Autowired
	private Http management;

	@Test
	void exposesHealthAndMetricsOnTheManagementPortAndNothingElse() {
		Map<String, Object> exposed = JsonPath.read(this.management.body("/actuator"), "$._links");
		assertThat(exposed).containsOnlyKeys("self", "health", "health-path", "prometheus");
		assertThat(this.management.body("/actuator/prometheus")).contains("hikaricp_connections_active{",
				"tomcat_threads_busy_threads{");
		for (String path : List.of("/journals", "/health")) {
			assertThat(this.service.get(path).statusCode()).isEqualTo(200);
			assertThat(this.management.get(path).statusCode()).isEqualTo(404);
		}
		assertThat(this.service.get("/actuator/prometheus").statusCode()).isEqualTo(404);
	}

	@Test
	void nothingOfACacheIsStartedWithoutOne(@Autowired ApplicationContext context) {
		assertThat(context.getBeanNamesForType(CacheManager.class)).isEmpty();
		assertThat(context.getBeanDefinitionNames()).noneMatch((name) -> name.toLowerCase().contains("redis"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			/test?millis=0 | test
			/cal?additions=100000 | {"additions":100000,"sum":4999950000}
			/cal/boxed?additions=5 | {"additions":5,"sum":10}
			/cal | \\{"additions":\\d{6,},"sum":\\d+}
			/hold?millis=1&queries=2 | {"millis":1,"queries":2,"reads":12}
			/nested?connections=2&millis=0 | {"connections":2}
			/workload/db | \\{"titles":\\[("Journal \\d+",?){5}]}
			/workload/db?millis=1 | \\{"titles":\\[("Journal \\d+",?){5}]}
			/workload/db-cpu?replies=10&millis=1 | {"journals":10}
			/workload/cpu | \\{"result":-?\\d+}
			/workload/all?millis=0 | \\{"titles":\\[("Journal \\d+",?){5}],"result":-?\\d+}
			""")
	void answersWithWhatItDid(String path, String body) {
		assertThat(this.service.body(path)).satisfiesAnyOf((answer) -> assertThat(answer).isEqualTo(body),
				(answer) -> assertThat(answer).matches(body));
	}

	@ParameterizedTest
	@CsvSource({ "/journals?size=0, size", "/journals?size=101, size", "/journals?size=many, size",
			"/journals?after=, after", "/journals?after=AAAAAAAAAAAAAAAAAAAAAAAAAAA, after", "/journals/1.5, id",
			"/test?millis=-1, millis", "/test?millis=60001, millis", "/test?millis=soon, millis",
			"/cal?additions=0, additions", "/cal?additions=100000000001, additions", "/cal/boxed, additions",
			"/hold?millis=10001&queries=2, millis", "/hold?millis=0&queries=21, queries", "/hold?millis=0, queries",
			"/nested?connections=11&millis=0, connections", "/nested?connections=1&millis=-1, millis",
			"/workload/db?millis=10001, millis", "/workload/db-cpu?replies=100001, replies",
			"/workload/all?millis=1.5, millis" })
	void parameterThatIsNotAllowedIsAProblemThatNamesIt(String path, String parameter) {
		assertThat(Http.problem(this.service.get(path), 400, "Bad Request")).contains("'%s'".formatted(parameter));
	}

	@Test
	void problemSaysWhatIsAllowed() {
		assertThat(Http.problem(this.service.get("/hold?millis=10001&queries=2"), 400, "Bad Request"))
			.isEqualTo("Parameter 'millis' is '10001' but must be a whole number from 0 to 10000.");
	}

	/** In a path Tomcat refuses some of them by itself. */
	@ParameterizedTest
	@MethodSource("unreadableValues")
	void valueThatCannotBeReadIsAProblem(String value) {
		for (String path : List.of("/journals?size=", "/journals?after=", "/test?millis=", "/workload/db?millis=a")) {
			Http.problem(this.service.get(path + value), 400, "Bad Request");
		}
	}

	static Stream<String> unreadableValues() {
		return Stream.of("%00", "%ff", "%c0%80", "%0d%0aX-Injected:%20yes", "&a".repeat(1001), "1e1", "NaN",
				"-9223372036854775809", "9".repeat(2000), "%F0%9F%98%80", "'%20OR%201=1--");
	}

	@ParameterizedTest
	@MethodSource("unreadableBodies")
	void bodyThatCannotBeReadIsAProblem(String body) {
		Http.problem(this.service.send("PUT", "/journals/1/title", body), 400, "Bad Request");
	}

	static Stream<String> unreadableBodies() {
		return Stream.of("", "{", "[]", "null", "\"a\"", "{\"title\":[]}", "[".repeat(5000), "{\"title\":".repeat(2000),
				"{\"title\":\"%s\"}".formatted("a".repeat(20_000)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST /journals 405", "DELETE /journals/1 405", "BREW /authors 405",
			"PATCH /journals/1/title 405", "GET /error 404", "GET /nowhere/1 404", "PUT /nowhere 404" })
	void anotherMethodOrPathIsAProblem(String request) {
		String[] parts = request.split(" ");
		HttpResponse<String> answer = this.service.send(parts[0], parts[1], "{}");
		Http.problem(answer, Integer.parseInt(parts[2]), parts[2].equals("404") ? "Not Found" : "Method Not Allowed");
	}

}
