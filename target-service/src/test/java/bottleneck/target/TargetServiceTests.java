package bottleneck.target;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

@TargetServiceTest
class TargetServiceTests {

	private static final int CONNECT_TIMEOUT_MS = 1000;

	private final int servicePort;

	private final int managementPort;

	private final Http service;

	private final Http management;

	TargetServiceTests(@LocalServerPort int servicePort, @LocalManagementPort int managementPort) {
		this.servicePort = servicePort;
		this.managementPort = managementPort;
		this.service = new Http(servicePort);
		this.management = new Http(managementPort);
	}

	@Test
	void servesMetricsOfPoolAndThreadsOnTheManagementPortOnly() {
		assertThat(this.management.body("/actuator/prometheus")).contains("hikaricp_connections_active{",
				"tomcat_threads_busy_threads{");
		assertThat(this.service.get("/actuator/prometheus").statusCode()).isEqualTo(404);
		assertThat(this.management.get("/journals").statusCode()).isEqualTo(404);
	}

	@Test
	void exposesHealthAndMetricsOnTheManagementPortAndNothingElse() {
		Map<String, Object> exposed = JsonPath.read(this.management.body("/actuator"), "$._links");
		assertThat(exposed).containsOnlyKeys("self", "health", "health-path", "prometheus");
		for (String endpoint : List.of("env", "heapdump", "threaddump", "metrics", "readiness", "shutdown")) {
			assertThat(this.management.get("/actuator/" + endpoint).statusCode()).isEqualTo(404);
		}
	}

	@Test
	void hasAHealthOfItsRequestThreadsOnTheServicePortOnly() {
		assertThat(this.service.body("/health")).isEqualTo("{\"status\":\"UP\"}");
		assertThat(this.management.get("/health").statusCode()).isEqualTo(404);
	}

	@Test
	void listensOnOneLoopbackAddressOnly() throws IOException {
		for (int port : new int[] { this.servicePort, this.managementPort }) {
			connect("127.0.0.1", port);
			// Linux answers on all of 127/8 whoever listens on every address
			assertThatIOException().isThrownBy(() -> connect("127.0.0.2", port));
		}
	}

	private static void connect(String address, int port) throws IOException {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(address, port), CONNECT_TIMEOUT_MS);
		}
	}

}
