package bottleneck.target;

import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Counts the statements of the service where they are executed, in PostgreSQL, with a
 * BEGIN for each transaction. COMMIT is left out: pg_stat_statements sees a prepared one
 * only the first time, and the driver prepares it on each connection.
 */
public record ExecutedStatements(SeededDatabase database) {

	/** How often a call has each statement executed. */
	public Map<String, Integer> during(Runnable call) {
		JdbcClient owner = this.database.owner();
		owner.sql("SELECT 1 FROM pg_stat_statements_reset()").query(Integer.class).single();
		call.run();
		// without what the driver says on a new connection, which the pool may just have
		// made
		return owner.sql("""
				SELECT
					query,
					calls
				FROM pg_stat_statements
				WHERE userid = CAST(? AS regrole)
					AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
					AND query NOT LIKE 'SET %'
					AND query <> 'COMMIT'
				""")
			.param(SeededDatabase.SERVICE)
			.query((row, number) -> Map.entry(row.getString("query"), row.getInt("calls")))
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	/** The one statement of a call that contains this text. */
	public String one(String text, Runnable call) {
		return during(call).keySet().stream().filter((sql) -> sql.contains(text)).collect(Collectors.joining("\n"));
	}

}
