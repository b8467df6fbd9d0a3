/** Endpoints whose cost is known beforehand. */
package bottleneck.target.workload;
