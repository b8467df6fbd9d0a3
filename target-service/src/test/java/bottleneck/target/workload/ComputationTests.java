package bottleneck.target.workload;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ComputationTests {

	private static final int REQUESTS = 4;

	private final AtomicInteger calibrations = new AtomicInteger();

	private final CountDownLatch everyone = new CountDownLatch(REQUESTS);

	@Test
	void isNotCalibratedBeforeItsFirstUse() {
		new Computation(this::calibrate);
		assertThat(this.calibrations).hasValue(0);
	}

	@Test
	void isCalibratedOnceForAllFirstRequests() throws Exception {
		Computation computation = new Computation(this::calibrate);
		Callable<Long> request = computation::run;
		ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
		try {
			for (Future<Long> result : threads.invokeAll(List.of(request, request, request, request))) {
				result.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(this.calibrations).hasValue(1);
	}

	@Test
	void hasAnotherResultEachTime() {
		Computation computation = new Computation(this::calibrate);
		assertThat(computation.run()).isNotEqualTo(computation.run());
	}

	/** Lasts until all requests calibrate, or long enough for them to have come. */
	private CpuWork calibrate() {
		this.calibrations.incrementAndGet();
		this.everyone.countDown();
		try {
			this.everyone.await(200, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return new CpuWork(1);
	}

}
