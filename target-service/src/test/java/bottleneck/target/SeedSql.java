package bottleneck.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Runs the files of seed-sql statement by statement, because VACUUM refuses to be in a
 * transaction with others. A statement ends with a semicolon at the end of a line.
 */
final class SeedSql {

	private static final Path FOLDER = Path.of("..", "seed-sql");

	private SeedSql() {
	}

	static void run(Connection connection, String... files) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			for (String file : files) {
				for (String sql : Files.readString(FOLDER.resolve(file)).split(";\\R\\s*")) {
					statement.execute(sql);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
