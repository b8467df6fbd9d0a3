package bottleneck.target.problem;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * There is no connection to the database, it was lost, or the database lacks what it
 * needs, such as room on its disk: answered with 503 and a problem, with what the pool
 * says where it says it.
 */
@RestControllerAdvice
class NoDatabaseConnection {

	/**
	 * Also called for an exception with such a cause at any depth, so it does not matter
	 * how Hibernate or Spring wrapped what the pool threw.
	 */
	@ExceptionHandler
	ProblemDetail problem(SQLTransientConnectionException timeout) {
		return unavailable("No database connection", timeout.getMessage());
	}

	/**
	 * Also called where such an exception is the cause: what has none of these states is
	 * somebody else's.
	 */
	@ExceptionHandler
	ProblemDetail problem(SQLException failure) throws SQLException {
		if (isOfALostConnection(failure)) {
			return unavailable("Database connection lost", "The connection to the database was lost: try again.");
		}
		if (isOfLackingResources(failure)) {
			return unavailable("Database out of resources", "The database cannot do this at present: try again later.");
		}
		throw failure;
	}

	private static ProblemDetail unavailable(String title, String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, detail);
		problem.setTitle(title);
		return problem;
	}

	/**
	 * Class 08 is a connection exception, 57P an end by the operator (PostgreSQL's
	 * manual, appendix A). A connection that the pool has closed by then has no state.
	 */
	private static boolean isOfALostConnection(SQLException failure) {
		String state = failure.getSQLState();
		return (state != null) ? state.startsWith("08") || state.startsWith("57P")
				: "Connection is closed".equals(failure.getMessage());
	}

	/** Class 53 is insufficient resources: 53100 is a full disk. */
	private static boolean isOfLackingResources(SQLException failure) {
		return failure.getSQLState() != null && failure.getSQLState().startsWith("53");
	}

}
