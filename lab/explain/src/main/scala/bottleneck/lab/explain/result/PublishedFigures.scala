package bottleneck.lab.explain.result

/** What the source gives for this variant; the middle of a range.
  *
  * @param pending
  *   requests that wait for a connection, at most
  * @param errors
  *   failed requests
  * @param databaseQueries
  *   per second
  * @param price
  *   in USD per hour
  * @param users
  *   who came at once
  */
final case class PublishedFigures(
    source: String,
    variant: String,
    throughput: Option[Double],
    p99Ms: Option[Double],
    maxMs: Option[Double],
    meanMs: Option[Double] = None,
    pending: Option[Double] = None,
    errors: Option[Double] = None,
    databaseQueries: Option[Double] = None,
    price: Option[Double] = None,
    users: Option[Double] = None
)
