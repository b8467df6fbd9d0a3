/**
 * The cache that spring.cache.type names: none, caffeine or redis. What it needs is
 * started for that one only.
 */
package bottleneck.target.cache;
