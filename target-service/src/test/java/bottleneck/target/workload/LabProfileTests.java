package bottleneck.target.workload;

import java.io.IOException;

import bottleneck.target.RawHttp;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class LabProfileTests {

	@LocalServerPort
	private int port;

	@ParameterizedTest
	@ValueSource(strings = { "/cal?additions=1", "/cal/boxed?additions=1", "/hold?millis=0&queries=1", "/test?millis=0",
			"/nested?connections=1&millis=0", "/workload/db", "/workload/db-cpu?replies=1", "/workload/cpu",
			"/workload/all" })
	void withoutItThereAreNoEndpointsThatUseUpTheService(String path) throws IOException {
		RawHttp.Answer answer = RawHttp.exchange(this.port,
				"GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".formatted(path));
		assertThat(answer.status()).as(answer.body()).isEqualTo(404);
		assertThat(answer.contentType()).isEqualTo("application/problem+json");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/journals", "/journals/1", "/authors", "/health" })
	void withoutItThereAreAllOthers(String path) throws IOException {
		RawHttp.Answer answer = RawHttp.exchange(this.port,
				"GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".formatted(path));
		assertThat(answer.status()).as(answer.body()).isEqualTo(200);
	}

}
