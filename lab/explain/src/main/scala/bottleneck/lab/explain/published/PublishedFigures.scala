package bottleneck.lab.explain.published

import upickle.implicits.flatten

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
    @flatten setting: PublishedSetting,
    throughput: Option[Double] = None,
    @flatten times: PublishedTimes = PublishedTimes(),
    pending: Option[Double] = None,
    errors: Option[Double] = None,
    databaseQueries: Option[Double] = None,
    price: Option[Double] = None,
    users: Option[Double] = None
)

/** Response times. */
final case class PublishedTimes(
    p99Ms: Option[Double] = None,
    maxMs: Option[Double] = None,
    meanMs: Option[Double] = None
)
