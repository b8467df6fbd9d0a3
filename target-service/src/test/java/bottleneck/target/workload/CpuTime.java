package bottleneck.target.workload;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** What work takes of the CPU time of the calling thread. */
final class CpuTime {

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private CpuTime() {
	}

	/** The least of several tries: others on the same core only make it longer. */
	static Duration of(CpuWork work) {
		return Duration.ofNanos(LongStream.generate(() -> once(work)).limit(20).min().orElseThrow());
	}

	private static long once(CpuWork work) {
		long start = THREADS.getCurrentThreadCpuTime();
		// asked for, or the compiler removes the work
		assertThat(work.result(start)).isNotZero();
		return THREADS.getCurrentThreadCpuTime() - start;
	}

}
