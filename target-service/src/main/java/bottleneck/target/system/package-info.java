/** Errors, health, caches, databases: what no endpoint does by itself. */
package bottleneck.target.system;
