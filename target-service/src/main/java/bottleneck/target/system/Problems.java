package bottleneck.target.system;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;

import io.lettuce.core.RedisException;
import org.apache.tomcat.util.http.InvalidParameterException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Problems (RFC 9457) beside those that Spring answers by itself. Each is also the answer
 * to an exception with such a cause at any depth, however Hibernate or Spring wrapped it.
 * The lab counts failures by these titles.
 */
@RestControllerAdvice
class Problems {

	/** No connection comes free in time; with what the pool says. */
	@ExceptionHandler
	ProblemDetail noConnection(SQLTransientConnectionException timeout) {
		return unavailable("No database connection", timeout.getMessage());
	}

	/**
	 * The connection is lost, or the database lacks what it needs, such as disk space, by
	 * the classes of PostgreSQL's manual, appendix A. A connection that the pool has
	 * closed by then has no state.
	 */
	@ExceptionHandler
	ProblemDetail failedStatement(SQLException failure) throws SQLException {
		String state = Objects.requireNonNullElse(failure.getSQLState(), "");
		if (state.startsWith("08") || state.startsWith("57P") || "Connection is closed".equals(failure.getMessage())) {
			return unavailable("Database connection lost", "The connection to the database was lost: try again.");
		}
		if (state.startsWith("53")) {
			return unavailable("Database out of resources", "The database cannot do this at present: try again later.");
		}
		throw failure;
	}

	/** Redis cannot be reached or does not answer in time. */
	@ExceptionHandler
	ProblemDetail noCache(RedisException failure) {
		return unavailable("No cache", "The cache cannot be reached, or did not answer in time.");
	}

	/** Tomcat cannot read the parameters, and throws when the first is asked for. */
	@ExceptionHandler
	ProblemDetail unreadable(InvalidParameterException failure) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.valueOf(failure.getErrorCode()),
				"The parameters cannot be read: each must be UTF-8 with valid percent-encoding, and there may be 1000.");
	}

	private static ProblemDetail unavailable(String title, String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, detail);
		problem.setTitle(title);
		return problem;
	}

}
