package bottleneck.target.workload;

/** A computation in registers, whose CPU time is in proportion to its rounds. */
interface CpuLoop {

	/**
	 * Goes so many rounds on from 0, a seed or an earlier result. What it returns is to
	 * be used by the caller, or the JIT compiler removes the computation.
	 */
	long run(long rounds, long start);

}
