/** Refuses requests that would have to wait. */
package bottleneck.target.bulkhead;
