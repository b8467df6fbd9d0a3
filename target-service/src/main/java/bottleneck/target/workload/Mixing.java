package bottleneck.target.workload;

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
