package bottleneck.target.problem;

import org.apache.tomcat.util.http.InvalidParameterException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Parameters that Tomcat cannot read, or too many of them: it throws when the first is
 * asked for.
 */
@RestControllerAdvice
class UnreadableParameters {

	@ExceptionHandler
	ProblemDetail problem(InvalidParameterException unreadable) {
		HttpStatus status = HttpStatus.valueOf(unreadable.getErrorCode());
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status,
				"The parameters cannot be read: each must be UTF-8 with valid percent-encoding, and there may be 1000.");
		problem.setTitle("Invalid parameters");
		return problem;
	}

}
