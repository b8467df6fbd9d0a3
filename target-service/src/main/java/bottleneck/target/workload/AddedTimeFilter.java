package bottleneck.target.workload;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Computes for {@code workload.added-time} before every request: a loss of a known size,
 * to see whether a comparison finds it.
 */
@Component
@ConditionalOnProperty("workload.added-time")
class AddedTimeFilter extends OncePerRequestFilter {

	private final CpuSpeed speed = new CpuSpeed(CpuLoop::mixing);

	private final WorkloadSettings settings;

	AddedTimeFilter(WorkloadSettings settings) {
		this.settings = settings;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		long rounds = this.speed.rounds(this.settings.addedTime());
		// kept, or the JIT compiler removes the computation
		request.setAttribute(AddedTimeFilter.class.getName(), CpuLoop.mixing(rounds, System.nanoTime()));
		chain.doFilter(request, response);
	}

}
