package bottleneck.target.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@Timeout(20)
class CalibrationTests {

	private static final int REQUESTS = 4;

	private final AtomicInteger measurements = new AtomicInteger();

	private final Set<Thread> askers = ConcurrentHashMap.newKeySet();

	private final Calibration calibration = new Calibration(this::measure);

	@Test
	void isNotMeasuredBeforeItsFirstUse() {
		assertThat(this.measurements).hasValue(0);
	}

	@Test
	void isMeasuredOnceForAllFirstRequests() throws Exception {
		Callable<Long> request = () -> asked(this.calibration);
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
			requests.add(VirtualThread.start(() -> asked(onOwnThread)));
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

	private long asked(Calibration calibration) {
		this.askers.add(Thread.currentThread());
		return calibration.rounds();
	}

	/** Lasts until all other requests wait for it, or measure as well. */
	private long measure() {
		this.measurements.incrementAndGet();
		Thread measuring = Thread.currentThread();
		await().until(() -> othersWhoWait(measuring) + this.measurements.get() >= REQUESTS);
		return 7;
	}

	private long othersWhoWait(Thread measuring) {
		return this.askers.stream()
			.filter((asker) -> asker != measuring)
			.map(Thread::getState)
			.filter((state) -> state == Thread.State.BLOCKED || state == Thread.State.WAITING)
			.count();
	}

}
