package bottleneck.target.system;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

@ExtendWith(OutputCaptureExtension.class)
class DatabaseCheckTests {

	private final SeededDatabase database = SeededDatabase.withoutRows("checked_" + System.nanoTime());

	@Test
	void refusesATableWithoutAColumn(CapturedOutput output) {
		this.database.owner().sql("ALTER TABLE journal DROP COLUMN author").update();
		assertThatItFails(output, "missing column [author] in table [journal]", "spring.application.name=other");
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring", "reader" })
	void namesADatabaseThatIsNotThere(String which, CapturedOutput output) throws IOException {
		try (Socket nobodyListens = new Socket()) {
			nobodyListens.bind(new InetSocketAddress("127.0.0.1", 0));
			String address = "127.0.0.1:%d".formatted(nobodyListens.getLocalPort());
			assertThatItFails(output, "Connection to %s refused".formatted(address),
					"%s.datasource.url=jdbc:postgresql://%s/bottleneck".formatted(which, address));
		}
	}

	private void assertThatItFails(CapturedOutput output, String why, String property) {
		String[] properties = { "spring.datasource.url=" + this.database.url(), property };
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(TargetService.class).web(WebApplicationType.NONE)
				.initializers((context) -> TestPropertyValues.of(properties).applyTo(context))
				.run()
				.close());
		assertThat(output).contains("APPLICATION FAILED TO START", why).doesNotContain("\tat ");
	}

}
