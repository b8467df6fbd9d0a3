package bottleneck.target.workload;

/** A computation in registers, whose CPU time is in proportion to its rounds. */
interface CpuLoop {

	/**
	 * Runs so many rounds, starting from 0, a seed or an earlier result. The caller must
	 * use the result, or the JIT compiler removes the computation.
	 */
	long run(long rounds, long start);

	/**
	 * A round adds its number, from 0, to the sum, which may overflow: the loop of the
	 * source {@code tomcat}, but for its boxes.
	 */
	static long adding(long rounds, long start) {
		long sum = start;
		for (long i = 0; i < rounds; i++) {
			sum += i;
		}
		return sum;
	}

	/**
	 * The loop of the source {@code tomcat} to the letter: its sum is a {@code Long}, so
	 * that until the whole method is compiled each round makes an object.
	 */
	static long addingBoxes(long rounds, long start) {
		Long sum = start;
		for (long i = 0; i < rounds; i++) {
			sum += i;
		}
		return sum;
	}

	/**
	 * Rounds of SplitMix64's mixing function (Steele, Lea and Flood, "Fast Splittable
	 * Pseudorandom Number Generators", 2014), each of which needs the result of the one
	 * before, so that no core can overlap them.
	 */
	static long mixing(long rounds, long start) {
		long result = start;
		for (long round = 0; round < rounds; round++) {
			long value = result + 0x9E3779B97F4A7C15L;
			value = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
			value = (value ^ (value >>> 27)) * 0x94D049BB133111EBL;
			result = value ^ (value >>> 31);
		}
		return result;
	}

}
