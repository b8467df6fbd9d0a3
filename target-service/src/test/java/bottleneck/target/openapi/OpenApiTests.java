package bottleneck.target.openapi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The description that the service has as a file is what is generated from its code. To
 * write it anew: {@code mvn -pl target-service test -Dtest=OpenApiTests -Dopenapi.write}.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "springdoc.api-docs.enabled=true",
				"springdoc.default-produces-media-type=application/json", "springdoc.writer-with-order-by-keys=true" })
@ActiveProfiles("lab")
@Import({ TargetServiceTest.Configuration.class, Description.class })
class OpenApiTests {

	private static final Path FILE = Path.of("src/main/resources/static/openapi.json");

	private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	@LocalServerPort
	private int port;

	@Test
	void fileIsWhatIsGenerated() throws IOException {
		String generated = JSON.writeValueAsString(JSON.readTree(get("/v3/api-docs"))) + "\n";
		if (System.getProperty("openapi.write") != null) {
			Files.createDirectories(FILE.getParent());
			Files.writeString(FILE, generated);
		}
		assertThat(Files.readString(FILE)).as("mvn -pl target-service test -Dtest=OpenApiTests -Dopenapi.write")
			.isEqualTo(generated);
	}

	@Test
	void fileIsServed() throws IOException {
		String served = get("/openapi.json");
		assertThat(served).isEqualTo(Files.readString(FILE));
		assertThat(JSON.readTree(served).get("paths").propertyNames()).contains("/journals", "/journals/{id}/title",
				"/cal/boxed");
	}

	@Test
	void springdocIsInNoServiceThatIsStarted() throws IOException {
		assertThat(Files.readString(Path.of("target/class-path.txt"))).contains("spring-webmvc")
			.doesNotContain("springdoc", "swagger");
	}

	private String get(String path) {
		return RestTestClient.bindToServer()
			.baseUrl("http://127.0.0.1:" + this.port)
			.build()
			.get()
			.uri(path)
			.exchange()
			.expectStatus()
			.isOk()
			.expectHeader()
			.contentType(MediaType.APPLICATION_JSON)
			.expectBody(String.class)
			.returnResult()
			.getResponseBody();
	}

}
