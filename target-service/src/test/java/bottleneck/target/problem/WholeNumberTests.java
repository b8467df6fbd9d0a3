package bottleneck.target.problem;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class WholeNumberTests {

	private final WholeNumber number = new WholeNumber("additions", 1, 100_000_000_000L);

	@ParameterizedTest
	@ValueSource(longs = { 1, 2_147_483_648L, 100_000_000_000L })
	void mayBeTheLeastAndTheMost(long allowed) {
		assertThat(this.number.parseLong(Long.toString(allowed))).isEqualTo(allowed);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "100000000001", "9223372036854775808", "1e3", "1_000", "many", " 1", "" })
	void refusesOthersInASentence(String text) {
		assertThatExceptionOfType(InvalidParameterException.class).isThrownBy(() -> this.number.parseLong(text))
			.extracting((ex) -> ex.getBody().getDetail())
			.isEqualTo(
					"Parameter 'additions' is '%s' but must be a whole number from 1 to 100000000000.".formatted(text));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3 })
	void isAnIntWhereAllAllowedAre(int allowed) {
		assertThat(new WholeNumber("connections", 1, 3).parse(Integer.toString(allowed))).isEqualTo(allowed);
	}

}
