package bottleneck.target.journal;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.json.AbstractJsonContentAssert;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Answers that are a problem (RFC 9457).
 */
final class Problems {

	private Problems() {
	}

	static void assertThatProblemNames(String parameter, String value, MvcTestResult result) {
		AbstractJsonContentAssert<?> problem = assertThatProblem(result, HttpStatus.BAD_REQUEST);
		problem.extractingPath("$.parameter").isEqualTo(parameter);
		problem.extractingPath("$.detail")
			.asString()
			.startsWith("Parameter '%s' is '%s' but must be ".formatted(parameter, value));
	}

	static AbstractJsonContentAssert<?> assertThatProblem(MvcTestResult result, HttpStatus status) {
		return assertThat(result).hasStatus(status).hasContentType(MediaType.APPLICATION_PROBLEM_JSON).bodyJson();
	}

}
