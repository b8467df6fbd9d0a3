package bottleneck.target.system;

import java.io.IOException;
import java.util.concurrent.Semaphore;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.util.Assert;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets {@code bulkhead.calls} requests in at once and refuses others with 503, before any
 * work is done for them. Health checks and metrics are always let in: a full bulkhead is
 * no failure.
 */
@Component
@ConditionalOnProperty("bulkhead.calls")
@Order(Ordered.HIGHEST_PRECEDENCE)
class BulkheadFilter extends OncePerRequestFilter {

	private final Semaphore permits;

	private final byte[] refusal;

	BulkheadFilter(@Value("${bulkhead.calls}") int calls, JsonMapper json) {
		Assert.isTrue(calls > 0, "bulkhead.calls must be at least 1");
		this.permits = new Semaphore(calls);
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"%d requests are being worked on, and no more are let in. Try again later.".formatted(calls));
		problem.setTitle("Bulkhead is full");
		this.refusal = json.writeValueAsBytes(problem);
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return request.getRequestURI().equals("/health") || request.getRequestURI().startsWith("/actuator/");
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (this.permits.tryAcquire()) {
			try {
				chain.doFilter(request, response);
			}
			finally {
				this.permits.release();
			}
		}
		else {
			response.setStatus(HttpStatus.SERVICE_UNAVAILABLE.value());
			response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
			response.setHeader(HttpHeaders.RETRY_AFTER, "1");
			response.setContentLength(this.refusal.length);
			response.getOutputStream().write(this.refusal);
		}
	}

}
