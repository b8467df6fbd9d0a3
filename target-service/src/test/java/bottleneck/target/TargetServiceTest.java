package bottleneck.target;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistrar;

/**
 * Runs the whole service, on ports of its own, against 1,000 journals without indexes.
 * All tests with this annotation share one.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
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
			return (registry) -> {
				registry.add("spring.datasource.url", database::url);
				registry.add("spring.datasource.password", database::password);
			};
		}

		@Bean
		SentStatements sentStatements() {
			return new SentStatements();
		}

	}

}
