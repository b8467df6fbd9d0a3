package bottleneck.target.cache;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Without a cache nothing of it is started, and methods are called as they are. */
@Configuration(proxyBeanMethods = false)
@EnableCaching
@Conditional(Caching.IsWanted.class)
class Caching {

	static final class IsWanted extends NoneNestedConditions {

		IsWanted() {
			super(ConfigurationPhase.PARSE_CONFIGURATION);
		}

		@ConditionalOnProperty(name = "spring.cache.type", havingValue = "none")
		static final class None {

		}

	}

}
