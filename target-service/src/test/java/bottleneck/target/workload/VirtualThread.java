package bottleneck.target.workload;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A virtual thread of JDK 21 or later, for tests that are compiled for 17. */
final class VirtualThread {

	private VirtualThread() {
	}

	static <T> FutureTask<T> start(Callable<T> task) throws ReflectiveOperationException {
		FutureTask<T> result = new FutureTask<>(task);
		Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, result);
		return result;
	}

}
