package bottleneck.target.journal;

import bottleneck.target.problem.InvalidParameterException;

/** The body of a request that changes the title of a journal, as it came. */
record NewTitle(String title) {

	private static final int LONGEST = 200;

	/**
	 * The title, of 1 to 200 characters (code points).
	 * @throws InvalidParameterException when there is none, or another one
	 */
	String allowed() {
		if (this.title == null || this.title.isEmpty() || this.title.codePointCount(0, this.title.length()) > LONGEST
				|| this.title.codePoints().anyMatch(NewTitle::isNoText)) {
			throw new InvalidParameterException("title", this.title,
					"text of 1 to %d Unicode characters without NUL".formatted(LONGEST));
		}
		return this.title;
	}

	// PostgreSQL stores neither, and JSON can have both, escaped
	private static boolean isNoText(int codePoint) {
		return codePoint == 0 || Character.getType(codePoint) == Character.SURROGATE;
	}

}
