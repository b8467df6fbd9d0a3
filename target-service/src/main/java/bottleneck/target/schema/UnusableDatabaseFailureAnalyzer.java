package bottleneck.target.schema;

import java.sql.SQLException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/**
 * Turns a database that refuses the service, or is not there, into a message without a
 * stack trace.
 */
class UnusableDatabaseFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

	private final Environment environment;

	UnusableDatabaseFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
		return new FailureAnalysis(
				"The database at %s cannot be used as %s: %s".formatted(places(),
						this.environment.getProperty("spring.datasource.username"), cause.getMessage()),
				"Start it, or set spring.datasource.url%s, spring.datasource.username and spring.datasource.password."
					.formatted(hasReaders() ? ", reader.datasource.url" : ""),
				cause);
	}

	private String places() {
		String primary = this.environment.getProperty("spring.datasource.url");
		return hasReaders() ? "%s or %s".formatted(primary, this.environment.getProperty("reader.datasource.url"))
				: primary;
	}

	private boolean hasReaders() {
		return this.environment.containsProperty("reader.datasource.url");
	}

}
