package bottleneck.target;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A database that seed-sql made. Tests share it, so whoever changes it changes it back.
 */
public final class SeededDatabase {

	/** The role of the service, which may read the tables and change titles. */
	static final String SERVICE = "bottleneck_service";

	private static final String PASSWORD = "only for tests";

	/** The role that owns the tables. */
	private static final String OWNER = "postgres";

	private static final String TEMPLATE = "tables";

	private static final Map<String, SeededDatabase> DATABASES = new HashMap<>();

	static {
		create(TEMPLATE, "template1").seed("1", "schema.sql", "role.sql");
		new SeededDatabase(TEMPLATE).owner().sql("ALTER ROLE %s PASSWORD '%s'".formatted(SERVICE, PASSWORD)).update();
	}

	private final String name;

	private SeededDatabase(String name) {
		this.name = name;
	}

	/** With 100,000 journals times {@code scale} and an index variant of seed-sql. */
	public static synchronized SeededDatabase withRows(String scale, String index) {
		return DATABASES.computeIfAbsent("rows_%s_%s".formatted(scale, index),
				(name) -> create(name, TEMPLATE).seed(scale, "rows.sql", "index-%s.sql".formatted(index)));
	}

	/** With empty tables, for nobody but the caller. */
	public static SeededDatabase withoutRows(String name) {
		return create(name, TEMPLATE);
	}

	public String url() {
		return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(PostgresServer.INSTANCE.getPort(), this.name);
	}

	public String password() {
		return PASSWORD;
	}

	/** May do anything. */
	public JdbcClient owner() {
		return JdbcClient.create(ownerDataSource());
	}

	/** The same, for transactions. */
	public DataSource ownerDataSource() {
		return PostgresServer.INSTANCE.getDatabase(OWNER, this.name);
	}

	/** May do what the service may do. */
	public DataSource service() {
		return PostgresServer.INSTANCE.getDatabase(SERVICE, this.name, Map.of("password", PASSWORD));
	}

	private static SeededDatabase create(String name, String template) {
		JdbcClient.create(PostgresServer.INSTANCE.getPostgresDatabase())
			.sql("CREATE DATABASE \"%s\" TEMPLATE \"%s\"".formatted(name, template))
			.update();
		return new SeededDatabase(name);
	}

	private SeededDatabase seed(String scale, String... files) {
		Map<String, String> settings = Map.of("options", "-c bottleneck.scale=" + scale);
		try (Connection connection = PostgresServer.INSTANCE.getDatabase(OWNER, this.name, settings).getConnection()) {
			SeedSql.run(connection, files);
			return this;
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
