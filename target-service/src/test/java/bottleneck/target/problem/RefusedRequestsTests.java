package bottleneck.target.problem;

import java.io.IOException;

import bottleneck.target.LoggedLines;
import bottleneck.target.RawHttp;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/** Each as bytes on a socket, and none leaves a line in the log. */
@TargetServiceTest
class RefusedRequestsTests {

	private static final String END = "Host: x\r\nConnection: close\r\n";

	private final LoggedLines log = new LoggedLines();

	@LocalServerPort
	private int port;

	@LocalManagementPort
	private int managementPort;

	@AfterEach
	void isNotLogged() {
		try (this.log) {
			assertThat(this.log.all()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "BREW", "get", "A-B.C!" })
	void thereIsNoPathForErrors(String method) throws IOException {
		for (String path : new String[] { "/error", "/error?status=200", "/nowhere" }) {
			expect(404, method + " " + path + " HTTP/1.1\r\n" + END + "\r\n");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/html", "image/png", "foo", "*/*;q=x", ",,,", "application/json;q=2" })
	void whateverIsAcceptedAnErrorIsAProblem(String accept) throws IOException {
		expect(404, get("/error", "Accept: " + accept));
		expect(404, get("/nowhere", "Accept: " + accept));
		expect(400, get("/journals?size=x", "Accept: " + accept));
	}

	@ParameterizedTest
	@CsvSource({ "text/html, 406", "image/png, 406", "foo, 200", "*/*;q=x, 200" })
	void anAcceptThatCannotBeReadIsDisregarded(String accept, int status) throws IOException {
		assertThat(RawHttp.exchange(this.port, get("/journals?size=1", "Accept: " + accept)).status())
			.isEqualTo(status);
	}

	@ParameterizedTest
	@CsvSource({ "POST, /journals", "DELETE, /journals/1", "GET, /journals/1/title", "BREW, /health", "TRACE, /health",
			"TRACE, /nowhere" })
	void anotherMethodIsNotAllowed(String method, String path) throws IOException {
		RawHttp.Answer answer = expect(405, method + " " + path + " HTTP/1.1\r\n" + END + "\r\n");
		assertThat(answer.headers()).containsKey("allow");
	}

	@ParameterizedTest
	@ValueSource(strings = { "application/xml", "application/x-www-form-urlencoded", "text/plain", "foo",
			"application/json;charset=foo", "multipart/form-data", "multipart/form-data; boundary=x" })
	void anotherMediaTypeIsNotSupported(String type) throws IOException {
		expect(415, "PUT /journals/1/title HTTP/1.1\r\n" + END + "Content-Length: 5\r\nContent-Type: " + type
				+ "\r\n\r\na=%zz");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "multipart/form-data", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded" })
	void aBodyThatNobodyReadsIsNotLookedAt(String type) throws IOException {
		expect(404,
				"POST /nowhere HTTP/1.1\r\n" + END + "Content-Length: 5\r\nContent-Type: " + type + "\r\n\r\na=%zz");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/journals?size=%c0%80", "/journals?size=%zz", "/journals?%zz=1", "/journals?after=%",
			"/journals?after=%00", "/journals/%20", "/journals/%0d%0a", "/journals?size=%ff" })
	void aParameterThatCannotBeReadIsABadRequest(String target) throws IOException {
		expect(400, get(target, "X: y"));
	}

	@Test
	void tooManyParametersAreABadRequest() throws IOException {
		expect(400, get("/journals?" + "a=1&".repeat(1500), "X: y"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "//", "/META-INF/spring.factories", "/application.yaml", "/journals/..;/x",
			"/webjars/x", "/actuator" })
	void nothingElseIsServed(String target) throws IOException {
		expect(404, get(target, "X: y"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/%00", "/%2e%2e", "/../x", "/%2e%2e%2fx", "/%c0%ae%c0%ae/", "/journals/%2f", "/%5c",
			"/\\x", "/<script>", "/journals?a={}", "/é", "*", "journals", "http://a b/", "/%u0041" })
	void whatTomcatRefusesIsAProblemWithoutItsNameOrVersion(String target) throws IOException {
		for (int each : new int[] { this.port, this.managementPort }) {
			RawHttp.Answer answer = expect(400, each, get(target, "X: y"));
			assertThat(answer.body()).isEqualTo("{\"status\":400,\"title\":\"Bad Request\"}");
			assertThat(answer.headers()).doesNotContainKey("server");
		}
	}

	@ParameterizedTest
	@CsvSource({ "Content-Length: -1, 400", "Content-Length: 1x, 400", "Transfer-Encoding: foo, 501", "A B: c, 400",
			"no colon, 400", "Expect: foo, 417", "Host: y, 400" })
	void soIsABadHeader(String header, int status) throws IOException {
		for (int each : new int[] { this.port, this.managementPort }) {
			expect(status, each, get("/journals", header));
		}
	}

	@ParameterizedTest
	@CsvSource({ "GARBAGE, 400", "GET, 400", "GET / HTTP/9.9, 505", "GET / HTTP/1.1, 400", "'\0\0', 400" })
	void soIsABadRequestLine(String line, int status) throws IOException {
		for (int each : new int[] { this.port, this.managementPort }) {
			expect(status, each, line + "\r\n\r\n");
		}
	}

	@Test
	void soAreHugeHeadersAndTargets() throws IOException {
		expect(400, get("/journals", "X: " + "a".repeat(9000)));
		expect(400, get("/" + "a".repeat(9000), "X: y"));
	}

	@Test
	void brokenChunksAreABadRequest() throws IOException {
		expect(400, "PUT /journals/1/title HTTP/1.1\r\n" + END
				+ "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
	}

	private static String get(String target, String header) {
		return "GET %s HTTP/1.1\r\n%s%s\r\n\r\n".formatted(target, END, header);
	}

	private RawHttp.Answer expect(int status, String request) throws IOException {
		return expect(status, this.port, request);
	}

	private static RawHttp.Answer expect(int status, int port, String request) throws IOException {
		RawHttp.Answer answer = RawHttp.exchange(port, request);
		assertThat(answer.status()).as(answer.body()).isEqualTo(status);
		assertThat(answer.contentType()).as(answer.body()).isEqualTo("application/problem+json");
		return answer;
	}

}
