package bottleneck.target.workload;

/**
 * The loop of the source {@code tomcat}: a round adds its number, from 0, to the sum,
 * which may overflow.
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
