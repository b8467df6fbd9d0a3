package bottleneck.zoo;

import java.net.URI;

import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Connections to Redis. */
@RestController
@ConditionalOnProperty("zoo.redis")
class RedisController {

	private static final int CONNECTIONS = 4;

	private final RedisClient redis;

	RedisController(@Value("${zoo.redis}") URI url) {
		ConnectionPoolConfig pool = new ConnectionPoolConfig();
		pool.setMaxTotal(CONNECTIONS);
		pool.setMaxIdle(CONNECTIONS);
		String password = url.getUserInfo().substring(1);
		this.redis = RedisClient.builder()
			.hostAndPort(url.getHost(), url.getPort())
			.clientConfig(DefaultJedisClientConfig.builder().password(password).build())
			.poolConfig(pool)
			.build();
	}

	/** Holds a connection while Redis waits for what never comes. */
	@GetMapping("/redis")
	String redis(@RequestParam long ms) {
		this.redis.blpop(ms / 1000.0, "nothing");
		return "done";
	}

}
