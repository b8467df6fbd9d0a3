package bottleneck.target.problem;

import io.lettuce.core.RedisException;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Redis cannot be reached or does not answer in time: answered with 503 and a problem
 * that does not tell where it is.
 */
@RestControllerAdvice
@ConditionalOnProperty(name = "spring.cache.type", havingValue = "redis")
class NoCache {

	/**
	 * Also called for an exception with such a cause at any depth, as Spring wraps it.
	 */
	@ExceptionHandler
	ProblemDetail problem(RedisException failure) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"The cache cannot be reached, or did not answer in time.");
		problem.setTitle("No cache");
		return problem;
	}

}
