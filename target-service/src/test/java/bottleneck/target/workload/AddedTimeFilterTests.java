package bottleneck.target.workload;

import java.lang.management.ManagementFactory;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class AddedTimeFilterTests {

	private final AddedTimeFilter filter = new AddedTimeFilter(
			new WorkloadSettings(Duration.ZERO, Duration.ofMillis(2), Duration.ofMillis(1), Duration.ofMillis(40)));

	@Test
	void requestTakesSoMuchMoreCpuTimeAndGoesOn() throws Exception {
		// the first one has the speed measured
		answered();
		long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
		assertThat(answered().getRequest()).isNotNull();
		long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
		assertThat(nanos / 1e6).isBetween(20.0, 80.0);
	}

	private MockFilterChain answered() throws Exception {
		MockFilterChain chain = new MockFilterChain();
		this.filter.doFilter(new MockHttpServletRequest(), new MockHttpServletResponse(), chain);
		return chain;
	}

}
