package bottleneck.target.workload;

import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JournalIdTests {

	/**
	 * The chance that one of 1000 is never among 30,000 is 1000 * 0.999^30000 = 1e-10.
	 */
	@Test
	void isEachOfAThousand() {
		assertThat(Stream.generate(JournalId::random).limit(30_000).collect(Collectors.toSet()))
			.containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 1000).boxed().toList());
	}

}
