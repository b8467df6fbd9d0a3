/** Replicas of the database, which answer what only reads. */
package bottleneck.target.reader;
