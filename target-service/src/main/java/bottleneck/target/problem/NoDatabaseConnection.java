package bottleneck.target.problem;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * There is no connection to the database, or it was lost: answered with 503 and a problem
 * with what the pool says.
 */
@RestControllerAdvice
class NoDatabaseConnection {

	/**
	 * Also called for an exception with such a cause at any depth, so it does not matter
	 * how Hibernate or Spring wrapped what the pool threw.
	 */
	@ExceptionHandler
	ProblemDetail problem(SQLTransientConnectionException timeout) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, timeout.getMessage());
		problem.setTitle("No database connection");
		return problem;
	}

	/**
	 * Also called where such an exception is the cause: what has none of the states of a
	 * lost connection is somebody else's.
	 */
	@ExceptionHandler
	ProblemDetail problem(SQLException failure) throws SQLException {
		if (!isOfALostConnection(failure)) {
			throw failure;
		}
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"The connection to the database was lost: try again.");
		problem.setTitle("Database connection lost");
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

}
