package bottleneck.target.problem;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A request parameter that is not allowed: answered with 400 and a problem that names it.
 */
public final class InvalidParameterException extends ErrorResponseException {

	public InvalidParameterException(String parameter, String value, String allowed) {
		super(HttpStatus.BAD_REQUEST, problem(parameter, value, allowed), null);
	}

	private static ProblemDetail problem(String parameter, String value, String allowed) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST,
				"Parameter '%s' is '%s' but must be %s.".formatted(parameter, value, allowed));
		problem.setTitle("Invalid parameter");
		problem.setProperty("parameter", parameter);
		return problem;
	}

}
