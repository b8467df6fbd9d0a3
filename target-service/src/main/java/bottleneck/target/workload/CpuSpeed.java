package bottleneck.target.workload;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** How fast a thread of this JVM does {@link CpuWork} once it is compiled. */
record CpuSpeed(double roundsPerNano) {

	/** CPU time of a block: long enough to average, short enough to see it change. */
	private static final long BLOCK_NANOS = Duration.ofMillis(25).toNanos();

	/** About 2 s, after which the speed of the last block has to do. */
	private static final int MAX_BLOCKS = 80;

	/**
	 * Enough for the compiler to finish when it is busy with the start of the service.
	 */
	private static final int SETTLED_BLOCKS = 4;

	private static final double TOLERANCE = 0.02;

	/**
	 * Short and called often: the method as a whole is compiled, not one long loop in it.
	 */
	private static final CpuWork PIECE = new CpuWork(1000);

	/** The clock takes as long as a fraction of a piece, so it is read seldom. */
	private static final int PIECES_PER_READING = 100;

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	/** Nobody reads it, but without it the compiler may remove the computation. */
	private static volatile long lastResult;

	/**
	 * Computes until consecutive blocks are equally fast. Counts CPU time of the calling
	 * thread, so that waiting for a core makes no difference.
	 */
	static CpuSpeed measure() {
		if (!THREADS.isCurrentThreadCpuTimeSupported() || !THREADS.isThreadCpuTimeEnabled()) {
			throw new IllegalStateException("This JVM does not tell the CPU time of its threads");
		}
		double speed = measureBlock();
		int settled = 0;
		for (int block = 1; block < MAX_BLOCKS && settled < SETTLED_BLOCKS; block++) {
			double next = measureBlock();
			settled = (Math.abs(next / speed - 1) < TOLERANCE) ? settled + 1 : 0;
			speed = next;
		}
		return new CpuSpeed(speed);
	}

	/** The work that takes so much CPU time at this speed, at least one round. */
	CpuWork work(Duration cpuTime) {
		return new CpuWork(Math.max(1, Math.round(this.roundsPerNano * cpuTime.toNanos())));
	}

	private static double measureBlock() {
		long start = THREADS.getCurrentThreadCpuTime();
		long result = start;
		long rounds = 0;
		long nanos = 0;
		while (nanos < BLOCK_NANOS) {
			for (int piece = 0; piece < PIECES_PER_READING; piece++) {
				result = PIECE.result(result);
			}
			rounds += PIECES_PER_READING * PIECE.rounds();
			nanos = THREADS.getCurrentThreadCpuTime() - start;
		}
		lastResult = result;
		return (double) rounds / nanos;
	}

}
