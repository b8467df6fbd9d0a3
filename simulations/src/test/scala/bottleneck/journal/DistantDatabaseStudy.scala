package bottleneck.journal

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

/** Study: the pool as the limit with a distant database. */
object DistantDatabaseStudy {
  private[journal] val few = 5

  /** Connections: all but two of the database's 25. */
  private[journal] val many = 23

  /** Round-trip times between adjacent hosts and between sites. */
  private val apart = Vector(1.milli, 5.millis)

  /** Round-trip times, and zero for one host, which no source has. */
  private[journal] val roundTrips: Vector[FiniteDuration] = Duration.Zero +: apart

  private val beyond = s"$few connections, more and more users"

  val study: Study = Study(
    id = "journal-distance",
    title = "Journal: a database at a distance",
    question = "From which round trip to the database on does the pool limit the pages of journals?",
    factor = "round trip and connections",
    answer = Vector(
      Sentence(
        "The pool is the limit at every distance: 5 and 23 connections answered 0 ms away {throughput[5 connections, 0 ms away]} and {throughput[23 connections, 0 ms away]}, 1 ms away {throughput[5 connections, 1 ms away]} and {throughput[23 connections, 1 ms away]}, 5 ms away {throughput[5 connections, 5 ms away]} and {throughput[23 connections, 5 ms away]}.",
        when = "throughput[23 connections, 0 ms away] ÷ throughput[5 connections, 0 ms away] > 1.5"
      ),
      Sentence(
        "The pool is the limit from 1 ms on: 5 and 23 connections answered 0 ms away {throughput[5 connections, 0 ms away]} and {throughput[23 connections, 0 ms away]}, 1 ms away {throughput[5 connections, 1 ms away]} and {throughput[23 connections, 1 ms away]}, 5 ms away {throughput[5 connections, 5 ms away]} and {throughput[23 connections, 5 ms away]}.",
        when = "throughput[23 connections, 1 ms away] ÷ throughput[5 connections, 1 ms away] > 1.5"
      ),
      Sentence(
        "The pool is the limit from 5 ms on: 5 and 23 connections answered 0 ms away {throughput[5 connections, 0 ms away]} and {throughput[23 connections, 0 ms away]}, 1 ms away {throughput[5 connections, 1 ms away]} and {throughput[23 connections, 1 ms away]}, 5 ms away {throughput[5 connections, 5 ms away]} and {throughput[23 connections, 5 ms away]}.",
        when = "throughput[23 connections, 5 ms away] ÷ throughput[5 connections, 5 ms away] > 1.5"
      ),
      "At none of these distances is the pool clearly the limit: 5 and 23 connections answered 0 ms away {throughput[5 connections, 0 ms away]} and {throughput[23 connections, 0 ms away]}, 1 ms away {throughput[5 connections, 1 ms away]} and {throughput[23 connections, 1 ms away]}, 5 ms away {throughput[5 connections, 5 ms away]} and {throughput[23 connections, 5 ms away]}."
    ),
    advice = Vector(
      "Count the round trips before you size a pool: 5 ms away a page held its connection for {held[5 connections, 5 ms away]}, so the {throughput[23 connections, 0 ms away]} that the cores answer nearby would need {throughput[23 connections, 0 ms away] × held[5 connections, 5 ms away] as whole} connections (Little's law)."
    ),
    order =
      (for { roundTrip <- roundTrips; connections <- Vector(few, many) } yield name(connections, roundTrip)) :+ beyond
  )

  def trial(connections: Int, roundTrip: FiniteDuration): Trial = Trial(study.id, name(connections, roundTrip))

  def crowd(connections: Int): Trial = {
    require(connections == few, s"the crowd has $few connections, not $connections")
    Trial(study.id, beyond, published = Some(PublishedSetting("tuning/index", "100 users/s")))
  }

  private def name(connections: Int, roundTrip: FiniteDuration): String =
    s"$connections connections, ${away(roundTrip)}"

  private def away(roundTrip: FiniteDuration): String = s"${roundTrip.toMillis} ms away"
}
