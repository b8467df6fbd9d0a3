package bottleneck.zoo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.annotation.Profile;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** Connections to the database, held for different reasons, and a row in it. */
@RestController
@Profile("database")
class DatabaseController {

	private final JdbcTemplate jdbc;

	private final AtomicInteger asked = new AtomicInteger();

	private final List<Connection> kept = new CopyOnWriteArrayList<>();

	private final TransactionTemplate newTransaction;

	private final OtherService other;

	private final RestClient client = RestClient.builder().requestFactory(new JdkClientHttpRequestFactory()).build();

	DatabaseController(JdbcTemplate jdbc, PlatformTransactionManager transactions, OtherService other) {
		this.jdbc = jdbc;
		this.newTransaction = new TransactionTemplate(transactions);
		this.newTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.other = other;
	}

	/** Holds a connection while the database sleeps. */
	@GetMapping("/jdbc")
	String jdbc(@RequestParam long ms) {
		return inTransaction(() -> sleepInDatabase(ms));
	}

	/** Holds a connection, unused, while another service answers. */
	@GetMapping("/jdbc-idle")
	String jdbcIdle(@RequestParam long ms) {
		return inTransaction(() -> {
			sleepInDatabase(0);
			this.client.get().uri(this.other.answer(ms)).retrieve().toBodilessEntity();
		});
	}

	/** Holds a connection while the service computes. */
	@GetMapping("/pooled-cores")
	String pooledCores(@RequestParam long ms) {
		return inTransaction(() -> {
			sleepInDatabase(0);
			Cpu.use(ms);
		});
	}

	/** Holds a connection while it waits for another, some for ever. */
	@GetMapping("/nested")
	String nested(@RequestParam long ms) {
		return inTransaction(() -> {
			sleepInDatabase(ms);
			inTransaction(() -> sleepInDatabase(ms));
		});
	}

	/** Holds a connection and the lock of a row while the database sleeps. */
	@GetMapping("/row-lock")
	String rowLock(@RequestParam long ms) {
		return inTransaction(() -> {
			this.jdbc.queryForObject("SELECT id FROM stock WHERE id = 1 FOR UPDATE", Integer.class);
			sleepInDatabase(ms);
		});
	}

	/** Asks for each of many rows by a statement of its own. */
	@GetMapping("/many")
	String many(@RequestParam int rows) {
		return inTransaction(() -> {
			for (int row = 0; row < rows; row++) {
				this.jdbc.queryForObject("SELECT count(*) FROM stock WHERE id = ?", Integer.class, row);
			}
		});
	}

	/** Looks for a visitor's newest visits in a table without an index for that. */
	@GetMapping("/scan")
	String scan(@RequestParam int visitor) {
		return String.valueOf(this.jdbc.queryForList("SELECT id FROM visit WHERE visitor = ? ORDER BY at DESC LIMIT 3",
				Integer.class, visitor));
	}

	/** Keeps the connection of each fiftieth request. */
	@GetMapping("/leak")
	String leak() throws SQLException {
		Connection connection = this.jdbc.getDataSource().getConnection();
		if (this.asked.incrementAndGet() % 50 == 0) {
			this.kept.add(connection);
		}
		else {
			connection.close();
		}
		return "done";
	}

	private void sleepInDatabase(long ms) {
		this.jdbc.queryForObject("SELECT count(*) FROM pg_sleep(?)", Integer.class, ms / 1000.0);
	}

	private String inTransaction(Runnable work) {
		this.newTransaction.executeWithoutResult((status) -> work.run());
		return "done";
	}

}
