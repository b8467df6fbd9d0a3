package bottleneck.target.author;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SingleFlightTests {

	@Test
	void needsACache() {
		assertThatIllegalArgumentException().isThrownBy(() -> new SingleFlight(null, "none"))
			.withMessage("authors.single-flight (true) needs a cache: set spring.cache.type to caffeine or redis");
	}

}
