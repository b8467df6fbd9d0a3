package bottleneck.target.system;

import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Leaves out all auto-configurations of Redis unless it is the cache: a connection
 * factory would be made at start that nobody uses.
 */
class RedisOnlyAsCache implements AutoConfigurationImportFilter, EnvironmentAware {

	private static final String REDIS = "org.springframework.boot.data.redis.";

	private boolean isTheCache;

	@Override
	public void setEnvironment(Environment environment) {
		this.isTheCache = "redis".equals(environment.getProperty("spring.cache.type"));
	}

	@Override
	public boolean[] match(String[] autoConfigurations, AutoConfigurationMetadata metadata) {
		boolean[] matches = new boolean[autoConfigurations.length];
		for (int i = 0; i < matches.length; i++) {
			// those that another filter has left out are null
			matches[i] = this.isTheCache || autoConfigurations[i] == null || !autoConfigurations[i].startsWith(REDIS);
		}
		return matches;
	}

}
