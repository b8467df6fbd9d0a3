package bottleneck.target.workload;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchException;

@Timeout(20)
class OwnThreadTests {

	private static final long BOUND_MS = Duration.ofSeconds(10).toMillis();

	private final CountDownLatch started = new CountDownLatch(1);

	private final CountDownLatch interrupted = new CountDownLatch(1);

	@Test
	void endsAfterItsTask() throws InterruptedException {
		Thread thread = OwnThread.call("own", Thread::currentThread);
		assertThat(thread).isNotSameAs(Thread.currentThread());
		assertThat(thread.isDaemon()).isTrue();
		thread.join(BOUND_MS);
		assertThat(thread.isAlive()).isFalse();
	}

	@Test
	void failsAsItsTaskDoes() {
		Exception failure = new Exception("no clock");
		assertThatIllegalStateException().isThrownBy(() -> OwnThread.call("own", () -> {
			throw failure;
		})).withMessage("Thread 'own' failed").withCause(failure);
	}

	@Test
	void isInterruptedWithItsCaller() throws Exception {
		FutureTask<Exception> call = new FutureTask<>(() -> {
			Exception failure = catchException(() -> OwnThread.call("own", this::waitForInterrupt));
			assertThat(Thread.interrupted()).as("caller stays interrupted").isTrue();
			return failure;
		});
		Thread caller = new Thread(call);
		caller.start();
		this.started.await();
		caller.interrupt();
		assertThat(call.get()).isInstanceOf(IllegalStateException.class).hasCauseInstanceOf(InterruptedException.class);
		assertThat(this.interrupted.await(BOUND_MS, TimeUnit.MILLISECONDS)).isTrue();
	}

	private boolean waitForInterrupt() {
		this.started.countDown();
		try {
			return new CountDownLatch(1).await(BOUND_MS, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			this.interrupted.countDown();
			return true;
		}
	}

}
