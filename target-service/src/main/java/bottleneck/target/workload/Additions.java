package bottleneck.target.workload;

/**
 * A round adds its number, from 0, to the sum, which may overflow: the loop of the source
 * {@code tomcat}, but for its boxes.
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
