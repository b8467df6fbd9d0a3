package bottleneck.zoo;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CompletableFuture;

/** CPU time, which waiting for a core adds nothing to. */
final class Cpu {

	/** Some 15 µs, of which reading the clock is a small part. */
	private static final int ROUNDS = 10_000;

	private static final double NANOS_PER_MILLI = 1e6;

	private static final int PIECES_MEASURED = 20_000;

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	/** Nobody reads it, but without it the compiler may remove the computation. */
	private static volatile long lastResult;

	private Cpu() {
	}

	/** Uses so much CPU time of the calling thread. */
	static void use(double ms) {
		long nanos = (long) (ms * NANOS_PER_MILLI);
		long start = THREADS.getCurrentThreadCpuTime();
		if (start < 0) {
			pieces((int) (nanos / OfVirtualThread.NANOS_PER_PIECE));
		}
		while (start >= 0 && THREADS.getCurrentThreadCpuTime() - start < nanos) {
			pieces(1);
		}
	}

	private static void pieces(int number) {
		long result = lastResult;
		for (int piece = 0; piece < number; piece++) {
			for (int round = 0; round < ROUNDS; round++) {
				result = result * 6364136223846793005L + 1442695040888963407L;
			}
			lastResult = result;
		}
	}

	private static double nanosPerPiece() {
		pieces(PIECES_MEASURED);
		long start = THREADS.getCurrentThreadCpuTime();
		pieces(PIECES_MEASURED);
		return (double) (THREADS.getCurrentThreadCpuTime() - start) / PIECES_MEASURED;
	}

	/** Its CPU time is not known: it does what takes a platform thread as long. */
	private static final class OfVirtualThread {

		static final double NANOS_PER_PIECE = CompletableFuture
			.supplyAsync(Cpu::nanosPerPiece, (task) -> new Thread(task).start())
			.join();

	}

}
