package bottleneck.target.journal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import bottleneck.target.TargetServiceTest;
import redis.embedded.RedisServer;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistrar;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "authors.single-flight=true", "spring.cache.type=redis",
				"spring.cache.redis.time-to-live=2s" })
@Import({ TargetServiceTest.Configuration.class, RedisTests.Redis.class })
class RedisTests extends CacheTests {

	@TestConfiguration(proxyBeanMethods = false)
	static class Redis {

		@Bean(initMethod = "start", destroyMethod = "stop")
		RedisServer redis() throws IOException {
			try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
				return RedisServer.newRedisServer()
					.port(free.getLocalPort())
					.bind("127.0.0.1")
					.setting("save \"\"")
					.setting("appendonly no")
					.build();
			}
		}

		@Bean
		DynamicPropertyRegistrar redisProperties(RedisServer redis) {
			return (registry) -> registry.add("spring.data.redis.port", () -> redis.ports().get(0));
		}

	}

}
