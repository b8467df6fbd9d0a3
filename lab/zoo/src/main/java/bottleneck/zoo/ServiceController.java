package bottleneck.zoo;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

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

	private final Lock lock = new ReentrantLock();

	private final Semaphore permits;

	private final ThreadPoolTaskExecutor executor;

	private final OtherService other;

	private final HttpClient client;

	/** Apache's client has 5 connections per route by default. */
	ServiceController(@Value("${zoo.permits:4}") int permits, @Value("${zoo.outbound:5}") int connections,
			ThreadPoolTaskExecutor executor, OtherService other) {
		this.permits = new Semaphore(permits);
		this.executor = executor;
		this.other = other;
		PoolingHttpClientConnectionManagerBuilder pool = PoolingHttpClientConnectionManagerBuilder.create();
		this.client = HttpClients.custom().setConnectionManager(pool.setMaxConnPerRoute(connections).build()).build();
	}

	@GetMapping("/ok")
	String ok() {
		return DONE;
	}

	@GetMapping("/error")
	ResponseEntity<String> error(@RequestParam int status) {
		return ResponseEntity.status(status).body("asked for");
	}

	@GetMapping("/cpu")
	String cpu(@RequestParam long ms) {
		Cpu.use(ms);
		return DONE;
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

	/** Has a thread of the executor sleep, and waits for its result. */
	@GetMapping("/executor")
	String executor(@RequestParam long ms) throws InterruptedException, ExecutionException {
		return this.executor.submit(() -> sleep(ms)).get();
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

}
