package bottleneck.target.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import bottleneck.target.RawHttp;
import bottleneck.target.TargetServiceTest;
import com.sun.management.UnixOperatingSystemMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections that send nothing, as many as may be open, hold no thread: with two of
 * these the service answers everybody else. By default Tomcat keeps 8192 of them.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "server.tomcat.threads.max=2", "server.tomcat.threads.min-spare=2",
				"server.tomcat.max-connections=12000", "server.tomcat.accept-count=4096" })
@Import(TargetServiceTest.Configuration.class)
class IdleConnectionsTests {

	private static final int MOST = 10_000;

	/**
	 * Files that are not sockets of the test: those of others, and what they open
	 * meanwhile.
	 */
	private static final int SPARE_FILES = 500;

	private static final Duration QUICK = Duration.ofSeconds(2);

	@LocalServerPort
	private int port;

	@Test
	@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void idleOnesLeaveOthersAnswered() throws IOException {
		List<SocketChannel> idle = new ArrayList<>();
		int most = mostIdle();
		try {
			for (int n = 0; n < most; n++) {
				idle.add(SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port)));
			}
			expectAQuickAnswer();
			for (SocketChannel each : idle) {
				each.configureBlocking(false);
				assertThat(each.read(ByteBuffer.allocate(1))).as("bytes read, -1 where it was closed").isZero();
			}
		}
		finally {
			for (SocketChannel each : idle) {
				each.close();
			}
		}
		expectAQuickAnswer();
	}

	/** Each needs a file here and another in the service, which is the same process. */
	private static int mostIdle() {
		UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() - SPARE_FILES;
		int most = (int) Math.min(MOST, free / 2);
		assertThat(most).as("ulimit -n allows too few sockets to see anything").isGreaterThan(100);
		return most;
	}

	private void expectAQuickAnswer() throws IOException {
		long start = System.nanoTime();
		RawHttp.Answer answer = RawHttp.exchange(this.port,
				"GET /journals?size=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(QUICK);
	}

}
