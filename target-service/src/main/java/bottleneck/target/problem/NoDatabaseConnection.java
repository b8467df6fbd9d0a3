package bottleneck.target.problem;

import java.sql.SQLTransientConnectionException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * The pool had no connection within its timeout: answered with 503 and a problem with
 * what the pool says.
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

}
