package bottleneck.target.system;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Health for a load balancer. Unlike actuator's, which has a port and threads of its own,
 * the answer needs a request thread, and is late when those are busy. An instance that
 * refuses traffic answers 503.
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

	/**
	 * Has an instance refuse traffic before it is ended, or accept it again. It is
	 * exposed only if {@code management.endpoints.web.exposure.include} names it.
	 */
	@Component
	@Endpoint(id = "readiness")
	@Profile("lab")
	static class Readiness {

		private final ApplicationContext context;

		Readiness(ApplicationContext context) {
			this.context = context;
		}

		@WriteOperation
		void accept(boolean accepting) {
			AvailabilityChangeEvent.publish(this.context,
					accepting ? ReadinessState.ACCEPTING_TRAFFIC : ReadinessState.REFUSING_TRAFFIC);
		}

	}

}
