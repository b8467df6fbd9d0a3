package bottleneck.target;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service that the experiments measure. */
@SpringBootApplication
public class TargetService {

	public static void main(String[] args) {
		SpringApplication.run(TargetService.class, args);
	}

}
