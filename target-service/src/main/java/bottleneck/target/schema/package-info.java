/** Refuses to start on a database that cannot be used or does not have the schema. */
package bottleneck.target.schema;
