package bottleneck.zoo;

import java.net.URI;

import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * Waits for a client that itself never does, and has so many connections and a line for
 * them.
 */
class BlockingClient {

	private final HttpClient client;

	BlockingClient(int connections) {
		this.client = HttpClient
			.create(ConnectionProvider.builder("zoo").maxConnections(connections).pendingAcquireMaxCount(-1).build());
	}

	void call(URI uri) {
		this.client.get().uri(uri).responseSingle((response, body) -> body.asByteArray()).block();
	}

}
