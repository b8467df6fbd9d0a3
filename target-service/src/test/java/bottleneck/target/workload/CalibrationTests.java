package bottleneck.target.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(20)
class CalibrationTests {

	private static final int REQUESTS = 4;

	private final AtomicInteger measurements = new AtomicInteger();

	private final CountDownLatch everyone = new CountDownLatch(REQUESTS);

	private final Calibration calibration = new Calibration(this::measure);

	@Test
	void isNotMeasuredBeforeItsFirstUse() {
		assertThat(this.measurements).hasValue(0);
	}

	@Test
	void isMeasuredOnceForAllFirstRequests() throws Exception {
		Callable<Long> request = this.calibration::rounds;
		ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
		try {
			for (Future<Long> rounds : threads.invokeAll(List.of(request, request, request, request))) {
				assertThat(rounds.get()).isEqualTo(7);
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(this.measurements).hasValue(1);
	}

	/** Many more than cores: if a waiting one kept its carrier, none would be left. */
	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void isMeasuredOnceForVirtualThreads() throws Exception {
		Calibration onOwnThread = new Calibration(() -> OwnThread.call("own", this::measure));
		List<Future<Long>> requests = new ArrayList<>();
		for (int request = 0; request < 8 * Runtime.getRuntime().availableProcessors(); request++) {
			requests.add(VirtualThread.start(onOwnThread::rounds));
		}
		for (Future<Long> rounds : requests) {
			assertThat(rounds.get()).isEqualTo(7);
		}
		assertThat(this.measurements).hasValue(1);
	}

	@Test
	void isMeasuredAgainAfterAFailure() {
		Calibration failsOnce = new Calibration(() -> {
			if (this.measurements.incrementAndGet() == 1) {
				throw new IllegalStateException("no clock");
			}
			return 7L;
		});
		assertThatIllegalStateException().isThrownBy(failsOnce::rounds).withMessage("no clock");
		assertThat(failsOnce.rounds()).isEqualTo(7);
	}

	/** Lasts until all requests measure, or long enough for them to have come. */
	private long measure() {
		this.measurements.incrementAndGet();
		this.everyone.countDown();
		try {
			this.everyone.await(200, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return 7;
	}

}
