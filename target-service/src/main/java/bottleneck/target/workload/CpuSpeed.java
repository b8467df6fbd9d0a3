package bottleneck.target.workload;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

import org.springframework.util.function.SingletonSupplier;

/**
 * Speed of a {@link CpuLoop} in this JVM once it is compiled. The first request has it
 * measured, for up to 4 s of CPU time; others wait for it.
 */
final class CpuSpeed {

	/** CPU time of a block: long enough to average, short enough to see it change. */
	private static final long BLOCK_NANOS = Duration.ofMillis(25).toNanos();

	/** About 4 s, after which the speed of the last blocks has to do. */
	private static final int MAX_BLOCKS = 160;

	/**
	 * One and a half seconds: enough for the compiler to get to this loop when it is busy
	 * with the start of two services, and to average over what others on the machine
	 * change.
	 */
	private static final int SETTLED_BLOCKS = 60;

	/**
	 * The compiler's steps are larger: the last one makes additions several times as
	 * fast.
	 */
	private static final double TOLERANCE = 0.1;

	/**
	 * Short and called often: the method as a whole is compiled, not one long loop in it.
	 */
	private static final long PIECE_ROUNDS = 1000;

	/** The clock takes as long as a fraction of a piece, so it is read seldom. */
	private static final int PIECES_PER_READING = 100;

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	/** Nobody reads it, but without it the compiler may remove the computation. */
	private static volatile long lastResult;

	private final SingletonSupplier<Double> roundsPerNano;

	/** It is measured on a platform thread: a virtual one cannot tell its CPU time. */
	CpuSpeed(CpuLoop loop) {
		this.roundsPerNano = SingletonSupplier.of(() -> CompletableFuture
			.supplyAsync(() -> measure(loop), (task) -> new Thread(task, "cpu-speed").start())
			.join());
	}

	/** The rounds that take so much CPU time, at least one. */
	long rounds(Duration cpuTime) {
		return Math.max(1, Math.round(this.roundsPerNano.obtain() * cpuTime.toNanos()));
	}

	/**
	 * Runs the loop until many blocks in a row are equally fast. Counts CPU time, so that
	 * waiting for a core makes no difference.
	 */
	private static double measure(CpuLoop loop) {
		Deque<Double> last = new ArrayDeque<>();
		for (int block = 0; block < MAX_BLOCKS && !areAlike(last); block++) {
			if (last.size() == SETTLED_BLOCKS) {
				last.removeFirst();
			}
			last.addLast(measureBlock(loop));
		}
		return last.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
	}

	private static boolean areAlike(Deque<Double> speeds) {
		return speeds.size() == SETTLED_BLOCKS && Collections.max(speeds) <= (1 + TOLERANCE) * Collections.min(speeds);
	}

	private static double measureBlock(CpuLoop loop) {
		long start = THREADS.getCurrentThreadCpuTime();
		long result = start;
		long rounds = 0;
		long nanos = 0;
		while (nanos < BLOCK_NANOS) {
			for (int piece = 0; piece < PIECES_PER_READING; piece++) {
				result = loop.run(PIECE_ROUNDS, result);
			}
			rounds += PIECES_PER_READING * PIECE_ROUNDS;
			nanos = THREADS.getCurrentThreadCpuTime() - start;
		}
		lastResult = result;
		return (double) rounds / nanos;
	}

}
