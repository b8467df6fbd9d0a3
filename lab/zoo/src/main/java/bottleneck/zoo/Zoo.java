package bottleneck.zoo;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** The service. Boot's page for errors would have the path {@code /error}. */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class)
public class Zoo {

	public static void main(String[] args) {
		SpringApplication.run(Zoo.class, args);
	}

	@Bean
	ThreadPoolTaskExecutor executor() {
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setCorePoolSize(8);
		executor.setMaxPoolSize(8);
		return executor;
	}

}
