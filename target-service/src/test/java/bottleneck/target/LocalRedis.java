package bottleneck.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import redis.embedded.RedisServer;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** A Redis on a port of its own, which a test can stop and start again. */
public final class LocalRedis implements AutoCloseable {

	private final int port;

	private RedisServer server;

	public LocalRedis() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			this.port = socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start();
	}

	public int port() {
		return this.port;
	}

	public void start() {
		try {
			this.server = RedisServer.newRedisServer()
				.port(this.port)
				.bind("127.0.0.1")
				.setting("save \"\"")
				.setting("appendonly no")
				.build();
			this.server.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.server.stop();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A Redis that is the cache of a service, and lives as long. */
	@TestConfiguration(proxyBeanMethods = false)
	public static class Configuration {

		@Bean
		LocalRedis localRedis() {
			return new LocalRedis();
		}

		@Bean
		DynamicPropertyRegistrar redisProperties(LocalRedis redis) {
			return (registry) -> {
				registry.add("spring.data.redis.port", redis::port);
			};
		}

	}

}
