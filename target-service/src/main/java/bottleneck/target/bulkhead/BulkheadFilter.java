package bottleneck.target.bulkhead;

import java.io.IOException;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets so many requests in at once and refuses others with 503, before anything is done
 * for them. Who watches the service is let in always: that it is full is no failure.
 */
@Component
@ConditionalOnProperty("bulkhead.calls")
@Order(Ordered.HIGHEST_PRECEDENCE)
class BulkheadFilter extends OncePerRequestFilter {

	private static final String RETRY_AFTER_SECONDS = "1";

	private final Bulkhead bulkhead;

	private final byte[] refusal;

	BulkheadFilter(BulkheadSettings settings, JsonMapper json) {
		this.bulkhead = Bulkhead.of("requests",
				BulkheadConfig.custom()
					.maxConcurrentCalls(settings.calls())
					.maxWaitDuration(settings.longestWait())
					.build());
		this.refusal = json.writeValueAsBytes(problem(settings));
	}

	private static ProblemDetail problem(BulkheadSettings settings) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"%d requests are being worked on, and no more are let in. Try again later."
					.formatted(settings.calls()));
		problem.setTitle("Bulkhead is full");
		return problem;
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return request.getRequestURI().equals("/health") || request.getRequestURI().startsWith("/actuator/");
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (!this.bulkhead.tryAcquirePermission()) {
			refuse(response);
			return;
		}
		try {
			chain.doFilter(request, response);
		}
		finally {
			this.bulkhead.onComplete();
		}
	}

	private void refuse(HttpServletResponse response) throws IOException {
		response.setStatus(HttpStatus.SERVICE_UNAVAILABLE.value());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
		response.setContentLength(this.refusal.length);
		response.getOutputStream().write(this.refusal);
	}

}
