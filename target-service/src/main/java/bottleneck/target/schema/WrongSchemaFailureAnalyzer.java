package bottleneck.target.schema;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Turns a wrong schema into a message without a stack trace. */
class WrongSchemaFailureAnalyzer extends AbstractFailureAnalyzer<WrongSchemaException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, WrongSchemaException cause) {
		return new FailureAnalysis("The database does not have the schema of this service: " + cause.getMessage(),
				"Create it with seed-sql/schema.sql, or point spring.datasource.url at a database that has it.", cause);
	}

}
