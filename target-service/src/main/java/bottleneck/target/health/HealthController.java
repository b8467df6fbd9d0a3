package bottleneck.target.health;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The health that a load balancer asks for: unlike actuator's, which has a port and
 * threads of its own, its answer needs a request thread and is late when those are busy.
 */
@RestController
class HealthController {

	@GetMapping("/health")
	Health health() {
		return new Health("UP");
	}

	record Health(String status) {
	}

}
