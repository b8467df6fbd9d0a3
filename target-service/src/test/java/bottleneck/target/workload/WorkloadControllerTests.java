package bottleneck.target.workload;

import bottleneck.target.Http;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/** All endpoints that use up the service. */
@TargetServiceTest
class WorkloadControllerTests {

	@Autowired
	private Http service;

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
	void answers(String path, String body) {
		assertThat(this.service.body(path)).satisfiesAnyOf((answer) -> assertThat(answer).isEqualTo(body),
				(answer) -> assertThat(answer).matches(body));
	}

	@ParameterizedTest
	@CsvSource({ "/test?millis=-1, millis", "/test?millis=60001, millis", "/test?millis=soon, millis",
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

}
