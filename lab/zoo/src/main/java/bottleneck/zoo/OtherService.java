package bottleneck.zoo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.springframework.stereotype.Component;

/** A service that this one calls. No thread of it waits. */
@Component
class OtherService {

	private static final int BACKLOG = 1000;

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final HttpServer server;

	private final ScheduledExecutorService turn = Executors.newSingleThreadScheduledExecutor();

	OtherService() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
		this.server.createContext("/", (exchange) -> {
			long ms = Long.parseLong(exchange.getRequestURI().getPath().substring(1));
			this.timer.schedule(() -> answer(exchange), ms, TimeUnit.MILLISECONDS);
		});
		this.server.createContext("/in-turn/", (exchange) -> {
			String path = exchange.getRequestURI().getPath();
			long ms = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
			this.turn.execute(() -> {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ms));
				answer(exchange);
			});
		});
		this.server.start();
	}

	/** What it answers after so many milliseconds. */
	URI answer(long ms) {
		return URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + "/" + ms);
	}

	/** The same, one at a time. */
	URI answerInTurn(long ms) {
		return answer(0).resolve("/in-turn/" + ms);
	}

	private static void answer(HttpExchange exchange) {
		try (exchange) {
			exchange.sendResponseHeaders(204, -1);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
