package bottleneck.target.workload;

/**
 * The loop of the source {@code tomcat} to the letter: its sum is a {@code Long}, so that
 * until the whole method is compiled each round makes an object.
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
