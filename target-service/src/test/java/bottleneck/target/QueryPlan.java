package bottleneck.target;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import javax.sql.DataSource;

import com.jayway.jsonpath.JsonPath;

/**
 * How PostgreSQL executed a statement.
 *
 * @param json what EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) answered
 */
public record QueryPlan(String json) {

	/**
	 * Prepares a statement and explains its execution, because EXPLAIN alone has only
	 * custom plans.
	 * @param mode a value of plan_cache_mode
	 * @param sql with a question mark for each parameter, as JDBC has it
	 * @param arguments SQL literals, separated by commas
	 */
	public static QueryPlan of(DataSource database, String mode, String sql, String arguments) throws SQLException {
		try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
			statement.execute("SET plan_cache_mode = " + mode);
			statement.execute("PREPARE sent AS " + withNumberedParameters(sql));
			String explain = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE sent (%s)";
			try (ResultSet plan = statement.executeQuery(explain.formatted(arguments))) {
				plan.next();
				return new QueryPlan(plan.getString(1));
			}
		}
	}

	public List<String> nodes() {
		return all("Node Type");
	}

	public List<String> indexes() {
		return all("Index Name");
	}

	/** What the indexes were searched for. */
	public List<String> conditions() {
		return all("Index Cond");
	}

	/** Pages of tables and indexes that were read, from the cache or not. */
	public int buffers() {
		int hit = JsonPath.read(this.json, "$[0].Plan['Shared Hit Blocks']");
		int read = JsonPath.read(this.json, "$[0].Plan['Shared Read Blocks']");
		return hit + read;
	}

	private static String withNumberedParameters(String sql) {
		String numbered = sql;
		for (int number = 1; numbered.contains("?"); number++) {
			numbered = numbered.replaceFirst("\\?", "\\$" + number);
		}
		return numbered;
	}

	private List<String> all(String property) {
		return JsonPath.read(this.json, "$..['%s']".formatted(property));
	}

}
