package bottleneck.target.problem;

import java.sql.SQLTransientConnectionException;

import org.springframework.dao.DataAccessResourceFailureException;
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
	 * The connection was lost, or there is no database: the client may try again. What a
	 * pool says is told where it is the cause.
	 */
	@ExceptionHandler
	ProblemDetail problem(DataAccessResourceFailureException failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SQLTransientConnectionException timeout) {
				return problem(timeout);
			}
		}
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"The connection to the database was lost: try again.");
		problem.setTitle("Database connection lost");
		return problem;
	}

}
