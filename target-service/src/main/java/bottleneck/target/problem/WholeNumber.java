package bottleneck.target.problem;

/** A request parameter that is a whole number from {@code min} to {@code max}. */
public record WholeNumber(String parameter, long min, long max) {

	/**
	 * Reads the parameter, of which all allowed numbers are an {@code int}.
	 * @throws InvalidParameterException when the text is another number or none
	 */
	public int parse(String text) {
		return Math.toIntExact(parseLong(text));
	}

	/**
	 * Reads the parameter.
	 * @throws InvalidParameterException when the text is another number or none
	 */
	public long parseLong(String text) {
		try {
			long number = Long.parseLong(text);
			if (this.min <= number && number <= this.max) {
				return number;
			}
		}
		catch (NumberFormatException notANumber) {
			// refused below, as a number out of range is
		}
		throw new InvalidParameterException(this.parameter, text,
				"a whole number from %d to %d".formatted(this.min, this.max));
	}

}
