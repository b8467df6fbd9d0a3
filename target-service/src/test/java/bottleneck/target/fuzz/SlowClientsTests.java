package bottleneck.target.fuzz;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import bottleneck.target.RawHttp;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Clients that send a byte a second hold a connection and no thread: with two of these
 * the service answers everybody else. Tomcat's time-out begins anew with each byte, so
 * they are closed when they pause for as long.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "server.tomcat.threads.max=2", "server.tomcat.threads.min-spare=2",
				"server.tomcat.connection-timeout=3s" })
@Import(TargetServiceTest.Configuration.class)
class SlowClientsTests {

	private static final int SLOW = 50;

	/** Longer than the time-out. */
	private static final int SECONDS = 5;

	/**
	 * Files that are not sockets of the test: classes, the database, what others need
	 * meanwhile.
	 */
	private static final int SPARE_FILES = 500;

	private static final byte[] REQUEST = "GET /health HTTP/1.1\r\nHost: x\r\nX: slow\r\n"
		.getBytes(StandardCharsets.US_ASCII);

	private static final Duration QUICK = Duration.ofSeconds(2);

	private static final Duration CLOSED_AFTER = Duration.ofSeconds(15);

	@LocalServerPort
	private int port;

	@Test
	@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void slowOnesHoldNoThreadAndAreClosedWhenTheyPause() throws Exception {
		List<Socket> slow = new ArrayList<>();
		try {
			for (int n = 0; n < SLOW; n++) {
				slow.add(new Socket(InetAddress.getLoopbackAddress(), this.port));
			}
			for (int second = 0; second < SECONDS; second++) {
				for (Socket each : slow) {
					each.getOutputStream().write(REQUEST[second]);
				}
				for (Socket each : slow) {
					assertThat(isClosed(each)).isFalse();
				}
				expectAQuickAnswer();
				Thread.sleep(1000);
			}
			await().atMost(CLOSED_AFTER).untilAsserted(() -> {
				for (Socket each : slow) {
					assertThat(isClosed(each)).isTrue();
				}
			});
		}
		finally {
			for (Socket each : slow) {
				each.close();
			}
		}
	}

	private void expectAQuickAnswer() throws IOException {
		long start = System.nanoTime();
		RawHttp.Answer answer = RawHttp.exchange(this.port,
				"GET /journals?size=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(QUICK);
	}

	/** By the service: it has sent the end of the stream, after a refusal or without. */
	private static boolean isClosed(Socket socket) throws IOException {
		socket.setSoTimeout(1);
		try {
			while (socket.getInputStream().read() >= 0) {
				// what it answered
			}
			return true;
		}
		catch (SocketTimeoutException stillOpen) {
			return false;
		}
		catch (SocketException reset) {
			return true;
		}
	}

}
