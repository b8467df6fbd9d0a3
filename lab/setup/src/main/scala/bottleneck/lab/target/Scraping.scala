package bottleneck.lab.target

import scala.concurrent.duration._

/** How each instance is asked for all of its metrics under load, as a monitoring system does.
  *
  * @param every
  *   from one scrape's beginning to the next one's
  * @param patience
  *   how long an answer is waited for
  */
final case class Scraping(every: FiniteDuration, patience: FiniteDuration) {
  require(every > Duration.Zero, s"every ($every) must be > 0")
  require(patience > Duration.Zero, s"patience ($patience) must be > 0")
}
