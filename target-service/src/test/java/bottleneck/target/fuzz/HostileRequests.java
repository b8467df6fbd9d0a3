package bottleneck.target.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

import bottleneck.target.fuzz.Hostile.Expected;
import bottleneck.target.fuzz.Operations.Operation;
import bottleneck.target.fuzz.Operations.Parameter;

/** Requests that follow the description, and such that offend it or HTTP, at random. */
final class HostileRequests {

	private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS",
			"TRACE", "get", "PROPFIND", "BREW");

	private static final List<String> PATHS = List.of("/%00", "/%2e%2e", "/..;/", "//", "/%2f", "/%c0%ae%c0%ae/",
			"/%5c", "/error", "/error/999", "/;a=b", "/actuator/env", "/META-INF/MANIFEST.MF",
			"/%0d%0aX-Injected:%20yes", "/{id}", "/\u00e9", "/<script>", "*", "http://[", "/" + "a".repeat(9000));

	private static final List<String> HEADERS = List.of("Accept: text/html", "Accept: foo", "Accept: */*;q=x",
			"Accept: " + "a/b,".repeat(1500), "Accept-Language: %%", "Content-Type: multipart/form-data",
			"Content-Type: application/x-www-form-urlencoded", "Content-Type: foo", "Cookie: a=\"", "Range: bytes=9-1",
			"If-None-Match: \"", "Origin: http://x\r\nAccess-Control-Request-Method: PUT", "X: " + "a".repeat(9000),
			"X-Forwarded-For: " + "1,".repeat(1000), "X-HTTP-Method-Override: DELETE", "X: a\r\n folded", "X: \u0000",
			"X: \u00ff\u00fe", "Content-Length: -1", "Content-Length: 99999999999999999999", "Host: y", "no colon",
			"Expect: foo", "Traceparent: 00-0-0-0", "Upgrade: websocket\r\nConnection: upgrade",
			"Y: z\r\n".repeat(150) + "Y: z");

	private static final List<String> WHOLE = List.of(
			"\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GARBAGE\r\n\r\n",
			"GET /journals?size=\r\nX-Injected: yes HTTP/1.1\r\nHost: x\r\n\r\n", "GET /journals\r\n\r\n",
			"GET / HTTP/1.1\r\n\r\n", "\u0016\u0003\u0001\u0000\r\n\r\n", "GET  /journals  HTTP/1.1\r\nHost: x\r\n\r\n",
			"G\u0000T / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\nHost: x\nConnection: close\n\n");

	private static final List<String> NOT_IMPLEMENTED = List.of("CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n",
			"GET / HTTP/9.9\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: foo\r\n\r\n",
			"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked, foo\r\n\r\n0\r\n\r\n");

	private static final List<String> BODIES = List.of("", "{", "[]", "null", "\"a\"", "{\"title\":null}",
			"{\"title\":1}", "{\"title\":[]}", "{\"title\":\"\"}", "{\"title\":\"\\u0000\"}", "{\"title\":\"\\ud800\"}",
			"{\"title\":\"\u00ff\"}", "{\"title\":\"a\",\"title\":\"\"}", "{\"id\":1}", "[".repeat(5000),
			"{\"title\":".repeat(2000), "{\"title\":\"" + "a".repeat(20_000) + "\"}", "{\"title\":1e999999999}",
			"\u00fe\u00ff\u0000{", "{\"title\":\"a\"}x");

	private final Random random;

	private final List<Operation> operations;

	private final Values values;

	HostileRequests(long seed, List<Operation> operations) {
		this.random = new Random(seed);
		this.operations = operations;
		this.values = new Values(this.random);
	}

	Hostile next() {
		Operation operation = any(this.operations);
		return switch (this.random.nextInt(10)) {
			case 0, 1 -> follows(operation);
			case 2, 3 -> offends(operation);
			case 4 -> strangeValues(operation);
			case 5 -> withBody(operation, any(BODIES));
			case 6 -> request(method(), this.random.nextBoolean() ? any(PATHS) : operation.path(), "", Expected.ANY);
			case 7 -> request(operation.method(), operation.path().replace("{id}", "1") + any(PATHS), "", Expected.ANY);
			case 8 -> new Hostile(head(operation.method(), target(operation, this.values::allowed)) + any(HEADERS)
					+ "\r\nConnection: close\r\n\r\n", Expected.ANY, true);
			default -> (this.random.nextInt(5) == 0) ? new Hostile(any(NOT_IMPLEMENTED), Expected.NOT_IMPLEMENTED, true)
					: new Hostile(any(WHOLE), Expected.ANY, true);
		};
	}

	private Hostile follows(Operation operation) {
		String title = operation.hasBody() ? "{\"title\":\"%s\"}".formatted("t".repeat(1 + this.random.nextInt(200)))
				: "";
		return request(operation.method(), target(operation, this.values::allowed), title, Expected.ANSWERED);
	}

	private Hostile offends(Operation operation) {
		if (operation.parameters().isEmpty()) {
			return follows(operation);
		}
		Parameter wrong = any(operation.parameters());
		String target = target(operation,
				(each) -> each.equals(wrong) ? this.values.notAllowed(each) : this.values.allowed(each));
		return request(operation.method(), target, operation.hasBody() ? "{\"title\":\"t\"}" : "", Expected.REFUSED);
	}

	private Hostile strangeValues(Operation operation) {
		String target = target(operation, (each) -> this.values.strange());
		return request(operation.method(), target, operation.hasBody() ? "{\"title\":\"t\"}" : "", Expected.ANY);
	}

	private Hostile withBody(Operation operation, String body) {
		return request(operation.hasBody() ? operation.method() : "POST", target(operation, this.values::allowed), body,
				Expected.ANY);
	}

	private static String target(Operation operation, Function<Parameter, String> value) {
		String path = operation.path();
		for (Parameter parameter : operation.parameters()) {
			path = parameter.inPath() ? path.replace("{%s}".formatted(parameter.name()), value.apply(parameter)) : path;
		}
		String query = operation.parameters()
			.stream()
			.filter((parameter) -> !parameter.inPath())
			.map((parameter) -> parameter.name() + "=" + value.apply(parameter))
			.collect(Collectors.joining("&"));
		return query.isEmpty() ? path : path + "?" + query;
	}

	private static Hostile request(String method, String target, String body, Expected expected) {
		String type = body.isEmpty() ? "" : "Content-Type: application/json\r\n";
		int length = body.getBytes(StandardCharsets.ISO_8859_1).length;
		return new Hostile(head(method, target) + type + "Content-Length: %d\r\n\r\n".formatted(length) + body,
				expected, method.equals("HEAD"));
	}

	private static String head(String method, String target) {
		return "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n".formatted(method, target);
	}

	/** Known ones, and such that nobody has seen before. */
	private String method() {
		return this.random.nextInt(4) == 0 ? "M" + Integer.toString(this.random.nextInt(1 << 30), 36) : any(METHODS);
	}

	private <T> T any(List<T> all) {
		return all.get(this.random.nextInt(all.size()));
	}

}
