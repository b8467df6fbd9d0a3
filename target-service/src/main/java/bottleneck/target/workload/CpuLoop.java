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
	final class Additions implements CpuLoop {

		@Override
		public long run(long rounds, long start) {
			long sum = start;
			for (long i = 0; i < rounds; i++) {
				sum += i;
			}
			return sum;
		}

	}

	/**
	 * The loop of the source {@code tomcat} to the letter: its sum is a {@code Long}, so
	 * that until the whole method is compiled each round makes an object.
	 */
	final class BoxedAdditions implements CpuLoop {

		@Override
		public long run(long rounds, long start) {
			Long sum = start;
			for (long i = 0; i < rounds; i++) {
				sum += i;
			}
			return sum;
		}

	}

	/**
	 * Rounds of SplitMix64's mixing function (Steele, Lea and Flood, "Fast Splittable
	 * Pseudorandom Number Generators", 2014), each of which needs the result of the one
	 * before, so that no core can overlap them.
	 */
	final class Mixing implements CpuLoop {

		private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

		@Override
		public long run(long rounds, long start) {
			long result = start;
			for (long round = 0; round < rounds; round++) {
				result = mix(result + GOLDEN_GAMMA);
			}
			return result;
		}

		private static long mix(long value) {
			long once = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
			long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
			return twice ^ (twice >>> 31);
		}

	}

}
