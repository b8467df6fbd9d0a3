package bottleneck.zoo;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/** Connections that no thread waits for. */
@RestController
@Profile("reactive")
class ReactiveController {

	private static final String DONE = "done";

	private static final int OUTBOUND = 5;

	private final ConnectionPool database;

	private final OtherService other;

	private final WebClient client = WebClient.builder()
		.clientConnector(new ReactorClientHttpConnector(HttpClient
			.create(ConnectionProvider.builder("zoo").maxConnections(OUTBOUND).pendingAcquireMaxCount(-1).build())))
		.build();

	ReactiveController(@Value("${spring.r2dbc.url}") String url, @Value("${spring.r2dbc.username}") String user,
			@Value("${spring.r2dbc.password}") String password, OtherService other) {
		ConnectionFactoryOptions options = ConnectionFactoryOptions.parse(url)
			.mutate()
			.option(ConnectionFactoryOptions.USER, user)
			.option(ConnectionFactoryOptions.PASSWORD, password)
			.build();
		this.database = new ConnectionPool(
				ConnectionPoolConfiguration.builder(ConnectionFactories.get(options)).maxSize(4).build());
		this.other = other;
	}

	/** Holds a connection while the database sleeps. */
	@GetMapping("/r2dbc")
	Mono<String> r2dbc(@RequestParam long ms) {
		return Flux
			.usingWhen(this.database.create(), (connection) -> Flux
				.from(connection.createStatement("SELECT count(*) FROM pg_sleep($1)").bind("$1", ms / 1000.0).execute())
				.flatMap((answer) -> answer.map((row, about) -> DONE)), (connection) -> connection.close())
			.next();
	}

	/** Holds one of five connections while another service answers. */
	@GetMapping("/web-client")
	Mono<String> webClient(@RequestParam long ms) {
		return this.client.get().uri(this.other.answer(ms)).retrieve().toBodilessEntity().thenReturn(DONE);
	}

}
