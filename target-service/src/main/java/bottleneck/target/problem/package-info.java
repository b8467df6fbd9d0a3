/** Errors of a request, answered as {@code application/problem+json}. */
package bottleneck.target.problem;
