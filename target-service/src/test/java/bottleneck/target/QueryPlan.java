package bottleneck.target;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import com.jayway.jsonpath.JsonPath;

/**
 * Plan of a statement that was executed.
 *
 * @param json answer of EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
 */
public record QueryPlan(String json) {

	/**
	 * Prepares a statement and explains its execution, because EXPLAIN alone has only
	 * custom plans.
	 * @param mode a value of plan_cache_mode
	 * @param sql with numbered parameters
	 * @param arguments SQL literals in parentheses, or nothing
	 */
	public static QueryPlan of(SeededDatabase database, String mode, String sql, String arguments) throws SQLException {
		try (Connection connection = database.service().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("SET plan_cache_mode = " + mode);
			statement.execute("PREPARE sent AS " + sql);
			String explain = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE sent" + arguments;
			try (ResultSet plan = statement.executeQuery(explain)) {
				plan.next();
				return new QueryPlan(plan.getString(1));
			}
		}
	}

	public List<String> nodes() {
		return JsonPath.read(this.json, "$..['Node Type']");
	}

	public List<String> indexes() {
		return JsonPath.read(this.json, "$..['Index Name']");
	}

	/** What the indexes were searched for. */
	public List<String> conditions() {
		return JsonPath.read(this.json, "$..['Index Cond']");
	}

	/** Pages of tables and indexes that were read, from the cache or not. */
	public int buffers() {
		int hit = JsonPath.read(this.json, "$[0].Plan['Shared Hit Blocks']");
		int read = JsonPath.read(this.json, "$[0].Plan['Shared Read Blocks']");
		return hit + read;
	}

}
