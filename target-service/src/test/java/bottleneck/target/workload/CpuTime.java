package bottleneck.target.workload;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** What a loop takes of the CPU time of the calling thread. */
final class CpuTime {

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private CpuTime() {
	}

	/** The least of several tries: others on the same core only make it longer. */
	static Duration of(CpuLoop loop, long rounds) {
		return Duration.ofNanos(LongStream.generate(() -> once(loop, rounds)).limit(20).min().orElseThrow());
	}

	/** Of one try, in nanoseconds. */
	static long once(CpuLoop loop, long rounds) {
		long start = THREADS.getCurrentThreadCpuTime();
		// asked for, or the compiler removes the loop
		assertThat(loop.run(rounds, start)).isNotZero();
		return THREADS.getCurrentThreadCpuTime() - start;
	}

}
