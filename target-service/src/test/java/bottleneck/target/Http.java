package bottleneck.target;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import com.jayway.jsonpath.JsonPath;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests of tests, to a port of loopback. */
public record Http(int port) {

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	public HttpResponse<String> get(String path) {
		return getLater(path).join();
	}

	public CompletableFuture<HttpResponse<String>> getLater(String path) {
		return send(request(path));
	}

	public HttpResponse<String> send(String method, String path, String json) {
		return send(
				request(path).header("Content-Type", "application/json").method(method, BodyPublishers.ofString(json)))
			.join();
	}

	/** The body of an answer with status 200. */
	public String body(String path) {
		HttpResponse<String> answer = get(path);
		assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(200);
		return answer.body();
	}

	/** The detail of a problem, which the answer must be. */
	public static String problem(HttpResponse<String> answer, int status, String title) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(JsonPath.<String>read(answer.body(), "$.title")).isEqualTo(title);
		return JsonPath.read(answer.body(), "$.detail");
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(this.port, path)));
	}

	private static CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
		return CLIENT.sendAsync(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
	}

}
