package bottleneck.target.workload;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A platform thread for one task, whichever kind of thread asks for it. */
final class OwnThread {

	private OwnThread() {
	}

	/**
	 * Waits for the task, which is interrupted when its caller is.
	 * @throws IllegalStateException when the task fails, or the caller is interrupted and
	 * stays so
	 */
	static <T> T call(String name, Callable<T> task) {
		FutureTask<T> result = new FutureTask<>(task);
		Thread thread = new Thread(result, name);
		thread.setDaemon(true);
		thread.start();
		try {
			return result.get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Thread '%s' failed".formatted(name), ex.getCause());
		}
		catch (InterruptedException ex) {
			result.cancel(true);
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while thread '%s' was at work".formatted(name), ex);
		}
	}

}
