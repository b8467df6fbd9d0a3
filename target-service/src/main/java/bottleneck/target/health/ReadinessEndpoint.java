package bottleneck.target.health;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Turns an instance away from requests before it is ended, and back. It is not exposed
 * unless {@code management.endpoints.web.exposure.include} names it.
 */
@Component
@Endpoint(id = "readiness")
@Profile("lab")
class ReadinessEndpoint {

	private final ApplicationContext context;

	ReadinessEndpoint(ApplicationContext context) {
		this.context = context;
	}

	@WriteOperation
	void accept(boolean accepting) {
		AvailabilityChangeEvent.publish(this.context,
				accepting ? ReadinessState.ACCEPTING_TRAFFIC : ReadinessState.REFUSING_TRAFFIC);
	}

}
