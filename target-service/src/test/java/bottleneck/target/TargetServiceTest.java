package bottleneck.target;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.test.context.DynamicPropertyRegistrar;

/**
 * Runs the whole service, on ports of its own and with two connections, against 1,000
 * journals without indexes. All tests with this annotation share one.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "management.server.port=0", "spring.profiles.active=lab",
				"spring.datasource.hikari.maximum-pool-size=2", "spring.datasource.hikari.connection-timeout=1000",
				"workload.addition-time=1ms" })
@Import(TargetServiceTest.Configuration.class)
public @interface TargetServiceTest {

	@TestConfiguration(proxyBeanMethods = false)
	class Configuration {

		@Bean
		SeededDatabase database() {
			return SeededDatabase.withRows("0.01", "none");
		}

		@Bean
		DynamicPropertyRegistrar databaseProperties(SeededDatabase database) {
			return (registry) -> registry.add("spring.datasource.url", database::url);
		}

		/** Made for a test, when the service has started and its ports are known. */
		@Bean
		@Lazy
		Http service(@Value("${local.server.port}") int port) {
			return new Http(port);
		}

		@Bean
		@Lazy
		Http management(@Value("${local.management.port}") int port) {
			return new Http(port);
		}

	}

}
