/** What a load balancer asks. */
package bottleneck.target.health;
