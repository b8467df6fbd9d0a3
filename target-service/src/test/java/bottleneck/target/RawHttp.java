package bottleneck.target;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends bytes as they are, which no client that builds requests would, and reads one
 * answer.
 */
public final class RawHttp implements AutoCloseable {

	private static final int PATIENCE_MS = 20_000;

	private static final int CHUNK_SIZE_RADIX = 16;

	private static final int NO_CONTENT = 204;

	private final Socket socket;

	private final InputStream in;

	public RawHttp(int port) throws IOException {
		this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
		this.socket.setSoTimeout(PATIENCE_MS);
		this.socket.setTcpNoDelay(true);
		this.in = new BufferedInputStream(this.socket.getInputStream());
	}

	/** The answer to these bytes, on a connection of their own. */
	public static Answer exchange(int port, String latin1) throws IOException {
		try (RawHttp connection = new RawHttp(port)) {
			connection.send(latin1.getBytes(StandardCharsets.ISO_8859_1));
			return connection.answer(latin1.startsWith("HEAD "));
		}
	}

	public void send(byte[] bytes) throws IOException {
		this.socket.getOutputStream().write(bytes);
		this.socket.getOutputStream().flush();
	}

	/**
	 * The next answer; one to HEAD has no body. One without a status line, as HTTP/0.9
	 * has it, has status 0.
	 */
	public Answer answer(boolean toHead) throws IOException {
		String first = line();
		if (!first.startsWith("HTTP/1.")) {
			return new Answer(0, Map.of("connection", "close"), first);
		}
		int status = Integer.parseInt(first.split(" ")[1]);
		Map<String, String> headers = headers();
		return new Answer(status, headers,
				(toHead || status == NO_CONTENT) ? "" : new String(body(headers), StandardCharsets.UTF_8));
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

	private Map<String, String> headers() throws IOException {
		Map<String, String> headers = new TreeMap<>();
		for (String line = line(); !line.isEmpty(); line = line()) {
			int colon = line.indexOf(':');
			headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
		}
		return headers;
	}

	private byte[] body(Map<String, String> headers) throws IOException {
		if (headers.containsKey("content-length")) {
			return exactly(Integer.parseInt(headers.get("content-length")));
		}
		if (headers.containsKey("transfer-encoding")) {
			return chunks();
		}
		return this.in.readAllBytes();
	}

	private byte[] chunks() throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		for (int size = chunkSize(); size > 0; size = chunkSize()) {
			body.write(exactly(size));
			line();
		}
		line();
		return body.toByteArray();
	}

	private int chunkSize() throws IOException {
		return Integer.parseInt(line(), CHUNK_SIZE_RADIX);
	}

	private byte[] exactly(int size) throws IOException {
		byte[] bytes = this.in.readNBytes(size);
		if (bytes.length < size) {
			throw new EOFException("%d of %d bytes".formatted(bytes.length, size));
		}
		return bytes;
	}

	private String line() throws IOException {
		StringBuilder line = new StringBuilder();
		for (int next = this.in.read(); next != '\n'; next = this.in.read()) {
			if (next < 0) {
				return line.toString();
			}
			line.append((char) next);
		}
		return line.toString().strip();
	}

	/**
	 * An answer as it came.
	 *
	 * @param headers their names in lower case
	 */
	public record Answer(int status, Map<String, String> headers, String body) {

		public String contentType() {
			return this.headers.getOrDefault("content-type", "");
		}

		/** Whether no other request can follow on the connection. */
		public boolean closes() {
			return this.headers.getOrDefault("connection", "").equalsIgnoreCase("close");
		}

	}

}
