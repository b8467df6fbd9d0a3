package bottleneck.target.fuzz;

/**
 * A request of a fuzz.
 *
 * @param text its bytes, as Latin-1
 * @param expected what its answer has to be
 * @param isAlone whether what follows on its connection could be read as a part of it
 */
record Hostile(String text, Expected expected, boolean isAlone) {

	boolean isHead() {
		return this.text.startsWith("HEAD ");
	}

	/**
	 * What the answer to a request has to be, beside quick and no failure of the service.
	 */
	enum Expected {

		/**
		 * The request is as the description says: 2xx, or 404 where no journal has the
		 * id.
		 */
		ANSWERED,

		/** A parameter is out of its bounds: 400. */
		REFUSED,

		/** Either, or another 4xx. */
		ANY,

		/** It asks for what the server does not have: 501 and 505 are right as well. */
		NOT_IMPLEMENTED

	}

}
