package bottleneck.target.health;

import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The health that a load balancer asks for: unlike actuator's, which has a port and
 * threads of its own, its answer needs a request thread and is late when those are busy.
 * An instance that is to get no requests answers 503.
 */
@RestController
class HealthController {

	private final ApplicationAvailability availability;

	HealthController(ApplicationAvailability availability) {
		this.availability = availability;
	}

	@GetMapping("/health")
	ResponseEntity<Health> health() {
		if (this.availability.getReadinessState() == ReadinessState.REFUSING_TRAFFIC) {
			return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body(new Health("OUT_OF_SERVICE"));
		}
		return ResponseEntity.ok(new Health("UP"));
	}

	record Health(String status) {
	}

}
