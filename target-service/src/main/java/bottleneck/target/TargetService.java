package bottleneck.target;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The service that the experiments measure. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class TargetService {

	public static void main(String[] args) {
		SpringApplication.run(TargetService.class, args);
	}

}
