package bottleneck.zoo;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Lets in so many requests per second, and has the others sleep. */
class Admission {

	private final long gap;

	private final AtomicLong next = new AtomicLong(System.nanoTime());

	Admission(int perSecond) {
		this.gap = TimeUnit.SECONDS.toNanos(1) / perSecond;
	}

	void enter() throws InterruptedException {
		long now = System.nanoTime();
		long turn = this.next.updateAndGet((due) -> Math.max(due + this.gap, now));
		TimeUnit.NANOSECONDS.sleep(turn - now);
	}

}
