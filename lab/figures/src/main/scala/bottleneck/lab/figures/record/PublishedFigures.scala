package bottleneck.lab.figures.record

import upickle.implicits.flatten

/** Published figures of a variant, the middle of a range: the most requests that waited for a connection (`pending`),
  * failed requests, queries/s, USD per hour, and users who arrive at once.
  */
final case class PublishedFigures(
    @flatten setting: PublishedSetting,
    throughput: Option[Double] = None,
    p99Ms: Option[Double] = None,
    maxMs: Option[Double] = None,
    meanMs: Option[Double] = None,
    pending: Option[Double] = None,
    errors: Option[Double] = None,
    databaseQueries: Option[Double] = None,
    price: Option[Double] = None,
    users: Option[Double] = None
)

/** Key of a variant's figures in data/published.csv. */
final case class PublishedSetting(source: String, variant: String)
