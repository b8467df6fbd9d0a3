/** The cursor-paginated journals. */
package bottleneck.target.journal;
