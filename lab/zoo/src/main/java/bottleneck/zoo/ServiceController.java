package bottleneck.zoo;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import ch.qos.logback.classic.Logger;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Limits that need no database. */
@RestController
class ServiceController {

	private static final String DONE = "done";

	private final Shelf shelf = new Shelf();

	private final List<byte[]> live;

	private final Lock lock = new ReentrantLock();

	private final Semaphore permits = new Semaphore(4);

	private final BlockingQueue<String> tokens = new ArrayBlockingQueue<>(4, false, Collections.nCopies(4, DONE));

	private final Places places = new Places(4);

	/** How many times as much CPU time a request takes. */
	private final double slower;

	private final ThreadPoolTaskExecutor executor;

	private final OtherService other;

	/** As many connections per route as Apache's client has by default. */
	private final HttpClient client = client(5);

	private final HttpClient wideClient = client(1000);

	private final ExecutorService onlyThread = Executors.newSingleThreadExecutor((task) -> new Thread(task, "only"));

	private final RateLimiter rateLimiter = RateLimiter.of("zoo",
			RateLimiterConfig.custom()
				.limitForPeriod(5)
				.limitRefreshPeriod(Duration.ofMillis(100))
				.timeoutDuration(Duration.ofMinutes(1))
				.build());

	private final Admission admission = new Admission(50);

	private final BlockingClient blockingClient = new BlockingClient(5);

	private final AtomicInteger crowd = new AtomicInteger();

	private final AtomicInteger answered = new AtomicInteger();

	private final Logger logger = SlowAppender.logger();

	ServiceController(@Value("${zoo.slower:1}") double slower, @Value("${zoo.live:0}") int live,
			ThreadPoolTaskExecutor executor, OtherService other) {
		this.slower = slower;
		this.live = Heap.pieces(live);
		this.executor = executor;
		this.other = other;
	}

	private static HttpClient client(int connections) {
		PoolingHttpClientConnectionManagerBuilder pool = PoolingHttpClientConnectionManagerBuilder.create()
			.setMaxConnPerRoute(connections)
			.setMaxConnTotal(1000);
		return HttpClients.custom().setConnectionManager(pool.build()).build();
	}

	@GetMapping("/ok")
	String ok() {
		return DONE;
	}

	@GetMapping("/error")
	ResponseEntity<String> error(@RequestParam int status) {
		return ResponseEntity.status(status).body("asked for");
	}

	/** Good answers for so many requests, and then no more. */
	@GetMapping("/ends-after")
	ResponseEntity<String> endsAfter(@RequestParam int requests) {
		return ResponseEntity.status((this.answered.incrementAndGet() <= requests) ? 200 : 503).body(DONE);
	}

	@GetMapping("/cpu")
	String cpu(@RequestParam long ms) {
		Cpu.use(ms * this.slower);
		return DONE;
	}

	/** Makes so much garbage, in a heap of which `zoo.live` is always in use. */
	@GetMapping("/heap")
	int heap(@RequestParam int kb) {
		return this.live.size() + Heap.pieces(kb).size();
	}

	@GetMapping("/sleep")
	String sleep(@RequestParam long ms) throws InterruptedException {
		Thread.sleep(ms);
		return DONE;
	}

	@GetMapping("/monitor")
	String monitor(@RequestParam long ms) throws InterruptedException {
		return this.shelf.take(ms);
	}

	@GetMapping("/lock")
	String lock(@RequestParam long ms) throws InterruptedException {
		this.lock.lock();
		try {
			return sleep(ms);
		}
		finally {
			this.lock.unlock();
		}
	}

	@GetMapping("/semaphore")
	String semaphore(@RequestParam long ms) throws InterruptedException {
		this.permits.acquire();
		try {
			return sleep(ms);
		}
		finally {
			this.permits.release();
		}
	}

	/** Takes one of four tokens from a queue, and puts it back. */
	@GetMapping("/queue")
	String queue(@RequestParam long ms) throws InterruptedException {
		String token = this.tokens.take();
		try {
			return sleep(ms);
		}
		finally {
			this.tokens.put(token);
		}
	}

	/** Waits until one of four places is free, by {@code wait} and {@code notify}. */
	@GetMapping("/places")
	String places(@RequestParam long ms) throws InterruptedException {
		this.places.enter();
		try {
			return sleep(ms);
		}
		finally {
			this.places.leave();
		}
	}

	/** Has a thread of the executor sleep, and waits for its result. */
	@GetMapping("/executor")
	String executor(@RequestParam long ms) throws InterruptedException, ExecutionException {
		return this.executor.submit(() -> sleep(ms)).get();
	}

	/** Has the only thread of an executor, of which there are no figures, compute. */
	@GetMapping("/one-thread")
	String oneThread(@RequestParam long ms) throws InterruptedException, ExecutionException {
		return this.onlyThread.submit(() -> cpu(ms)).get();
	}

	/** Waits until the only thread of an executor has come to this request. */
	@GetMapping("/latch")
	String latch(@RequestParam long ms) throws InterruptedException {
		CountDownLatch done = new CountDownLatch(1);
		this.onlyThread.execute(() -> {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ms));
			done.countDown();
		});
		done.await();
		return DONE;
	}

	@GetMapping("/rate-limiter")
	String rateLimiter() {
		return this.rateLimiter.executeSupplier(() -> DONE);
	}

	/** Sleeps until it is its turn. */
	@GetMapping("/admission")
	String admission() throws InterruptedException {
		this.admission.enter();
		return DONE;
	}

	@GetMapping("/blocking-client")
	String blockingClient(@RequestParam long ms) {
		this.blockingClient.call(this.other.answer(ms));
		return DONE;
	}

	/** Sleeps as long as all that are here at once together: nobody waits for anybody. */
	@GetMapping("/crowd")
	String crowd(@RequestParam long ms) throws InterruptedException {
		try {
			return sleep(ms * this.crowd.incrementAndGet());
		}
		finally {
			this.crowd.decrementAndGet();
		}
	}

	/** Calls a service that answers one request at a time. */
	@GetMapping("/slow-other")
	String slowOther(@RequestParam long ms) throws IOException {
		return this.wideClient.execute(new HttpGet(this.other.answerInTurn(ms)), (response) -> DONE);
	}

	@GetMapping("/log")
	String log() {
		this.logger.warn("slow");
		return DONE;
	}

	@GetMapping("/outbound")
	String outbound(@RequestParam long ms) throws IOException {
		return this.client.execute(new HttpGet(this.other.answer(ms)), (response) -> DONE);
	}

	private final class Shelf {

		synchronized String take(long ms) throws InterruptedException {
			return sleep(ms);
		}

	}

	private static final class Places {

		private int free;

		Places(int free) {
			this.free = free;
		}

		synchronized void enter() throws InterruptedException {
			while (this.free == 0) {
				wait();
			}
			this.free--;
		}

		synchronized void leave() {
			this.free++;
			notify();
		}

	}

}
