package bottleneck.target.schema;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.stream.Stream;

import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

@ExtendWith(OutputCaptureExtension.class)
class SchemaCheckTests {

	private static final String REFUSAL = "APPLICATION FAILED TO START";

	private static final String STACK_TRACE = "\tat ";

	@Test
	void refusesADatabaseWithoutTables(CapturedOutput output) {
		SeededDatabase database = SeededDatabase.withoutRows("without_tables");
		database.owner().sql("DROP TABLE journal, journal_reply, journal_attachment").update();
		startAndFail(database.url(), database.password());
		assertThat(output).contains(REFUSAL, "missing table [journal]").doesNotContain(STACK_TRACE);
	}

	@Test
	void refusesATableWithoutAColumn(CapturedOutput output) {
		SeededDatabase database = SeededDatabase.withoutRows("without_author");
		database.owner().sql("ALTER TABLE journal DROP COLUMN author").update();
		startAndFail(database.url(), database.password());
		assertThat(output).contains(REFUSAL, "missing column [author] in table [journal]").doesNotContain(STACK_TRACE);
	}

	@Test
	void namesTheDatabaseThatIsNotThere(CapturedOutput output) throws IOException {
		try (Socket nobodyListens = new Socket()) {
			nobodyListens.bind(new InetSocketAddress("127.0.0.1", 0));
			String url = "jdbc:postgresql://127.0.0.1:%d/bottleneck".formatted(nobodyListens.getLocalPort());
			startAndFail(url, "any");
			assertThat(output).contains(REFUSAL, url, "refused").doesNotContain(STACK_TRACE);
		}
	}

	@Test
	void namesTheDatabaseThatRefusesThePassword(CapturedOutput output) {
		String url = SeededDatabase.withoutRows("with_another_password").url();
		startAndFail(url, "wrong");
		assertThat(output).contains(REFUSAL, url, "password authentication failed").doesNotContain(STACK_TRACE);
	}

	@Test
	void namesTheReadersThatAreNotThere(CapturedOutput output) throws IOException {
		SeededDatabase primary = SeededDatabase.withoutRows("without_readers");
		try (Socket nobodyListens = new Socket()) {
			nobodyListens.bind(new InetSocketAddress("127.0.0.1", 0));
			String url = "jdbc:postgresql://127.0.0.1:%d/bottleneck".formatted(nobodyListens.getLocalPort());
			startAndFail(primary.url(), primary.password(), "--reader.datasource.url=" + url);
			assertThat(output).contains(REFUSAL, url, "refused", "reader.datasource.url").doesNotContain(STACK_TRACE);
		}
	}

	private static void startAndFail(String url, String password, String... more) {
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(TargetService.class).web(WebApplicationType.NONE)
				.run(Stream
					.concat(Stream.of("--spring.datasource.url=" + url, "--spring.datasource.password=" + password),
							Stream.of(more))
					.toArray(String[]::new))
				.close());
	}

}
