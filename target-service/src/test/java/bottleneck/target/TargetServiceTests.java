package bottleneck.target;

import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

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

}
