package bottleneck.target.system;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

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
class DatabaseCheckTests {

	private final SeededDatabase database = SeededDatabase.withoutRows("checked_" + System.nanoTime());

	@Test
	void refusesATableWithoutAColumn(CapturedOutput output) {
		this.database.owner().sql("ALTER TABLE journal DROP COLUMN author").update();
		startAndFail();
		assertThat(output).contains("APPLICATION FAILED TO START", "missing column [author] in table [journal]")
			.doesNotContain("\tat ");
	}

	@Test
	void namesTheReadersThatAreNotThere(CapturedOutput output) throws IOException {
		try (Socket nobodyListens = new Socket()) {
			nobodyListens.bind(new InetSocketAddress("127.0.0.1", 0));
			String url = "jdbc:postgresql://127.0.0.1:%d/bottleneck".formatted(nobodyListens.getLocalPort());
			startAndFail("--reader.datasource.url=" + url);
			assertThat(output)
				.contains("APPLICATION FAILED TO START", this.database.url() + " or " + url, "refused",
						"reader.datasource.url")
				.doesNotContain("\tat ");
		}
	}

	private void startAndFail(String... readers) {
		List<String> arguments = new ArrayList<>(List.of(readers));
		arguments.add("--spring.datasource.url=" + this.database.url());
		arguments.add("--spring.datasource.password=" + this.database.password());
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(TargetService.class).web(WebApplicationType.NONE)
				.run(arguments.toArray(String[]::new))
				.close());
	}

}
