/** All authors, which a cache may keep. */
package bottleneck.target.author;
