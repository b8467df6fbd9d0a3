package bottleneck.journal

import bottleneck.Dsl._
import bottleneck.connectionpool.AnswerCheck

/** Pages with the published index, from a database some way off, on few or many connections (tuning/index). */
abstract class DistantPages(trial: Trial, connections: Int, roundTrip: FiniteDuration, timeout: FiniteDuration)
    extends Experiment(trial) {
  private lazy val reading = new Reading(run.data, AnswerCheck.checks)

  override def target: Target = service(
    Map(
      ServiceProperties.poolSize -> connections.toString,
      ServiceProperties.connectionTimeout -> timeout.toMillis.toString,
      // one for each user, so that a connection is all that is waited for
      ServiceProperties.threads -> "2000"
    ),
    Some(Database(maxConnections = 25, Index.Published, roundTrip = roundTrip))
  )

  override def requests: ChainBuilder = reading.pages
  override def explained: Vector[String] = reading.paths.dropRight(1)
  override def expectation: Expectation =
    Expectation(pool = Some(PoolLimit(connections)), failures = AnswerCheck.expectedFailures)

  protected final def load(users: Int, arrival: FiniteDuration, window: FiniteDuration): Load =
    ClosedLoad.ofWindow(users, arrival, settle = 3.seconds, window, WarmUp(users = 4))
}

abstract class DistantDatabase(connections: Int, roundTrip: FiniteDuration)
    extends DistantPages(
      DistantDatabaseStudy.trial(connections, roundTrip),
      connections,
      roundTrip,
      timeout = 30.seconds
    ) {
  override def load: Load = load(users = 64, arrival = 1.second, window = 16.seconds)
  override def fullLoad: Load = load(users = 64, arrival = 20.seconds, window = 60.seconds)
}

/** No round trip is that of one host, which no source has, 1 ms that between adjacent hosts, 5 ms between sites; 23
  * connections are all but two of the database's 25.
  */
final class DistantDatabase0Connections05 extends DistantDatabase(5, Duration.Zero)
final class DistantDatabase0Connections23 extends DistantDatabase(23, Duration.Zero)
final class DistantDatabase1Connections05 extends DistantDatabase(5, 1.milli)
final class DistantDatabase1Connections23 extends DistantDatabase(23, 1.milli)
final class DistantDatabase5Connections05 extends DistantDatabase(5, 5.millis)
final class DistantDatabase5Connections23 extends DistantDatabase(23, 5.millis)

/** Rising users until requests time out on a connection. Arrivals are faster and the timeout shorter than the source's,
  * so some hundreds suffice. The distant database makes connections the limit on every machine.
  */
final class DistantDatabaseCrowd
    extends DistantPages(DistantDatabaseStudy.crowd, connections = 5, roundTrip = 5.millis, timeout = 1.second) {
  override def load: Load = load(users = 800, arrival = 16.seconds, window = 12.seconds)
  override def fullLoad: Load = load(users = 2000, arrival = 200.seconds, window = 60.seconds)
}

/** Study: the pool as the limit with a distant database. */
object DistantDatabaseStudy {
  val crowd: Trial = Trial(
    "journal-distance",
    "5 connections, more and more users",
    published = Some(PublishedSetting("tuning/index", "100 users/s"))
  )

  val study: Study = Study(
    id = "journal-distance",
    title = "Journal: a database at a distance",
    question = "From which round trip to the database on does the pool limit the pages of journals?",
    factor = "round trip and connections",
    answer = Vector(
      Sentence(
        "The pool is the limit at every distance: 5 and 23 connections answered 0 ms away {throughput[5 connections, 0 ms away]} and {throughput[23 connections, 0 ms away]}, 1 ms away {throughput[5 connections, 1 ms away]} and {throughput[23 connections, 1 ms away]}, 5 ms away {throughput[5 connections, 5 ms away]} and {throughput[23 connections, 5 ms away]}.",
        when = "throughput[23 connections, 0 ms away] ÷ throughput[5 connections, 0 ms away] > 2.1"
      ),
      Sentence(
        "The pool is the limit from 1 ms on: 5 and 23 connections answered 0 ms away {throughput[5 connections, 0 ms away]} and {throughput[23 connections, 0 ms away]}, 1 ms away {throughput[5 connections, 1 ms away]} and {throughput[23 connections, 1 ms away]}, 5 ms away {throughput[5 connections, 5 ms away]} and {throughput[23 connections, 5 ms away]}.",
        when = "throughput[23 connections, 1 ms away] ÷ throughput[5 connections, 1 ms away] > 2.1"
      ),
      Sentence(
        "The pool is the limit from 5 ms on: 5 and 23 connections answered 0 ms away {throughput[5 connections, 0 ms away]} and {throughput[23 connections, 0 ms away]}, 1 ms away {throughput[5 connections, 1 ms away]} and {throughput[23 connections, 1 ms away]}, 5 ms away {throughput[5 connections, 5 ms away]} and {throughput[23 connections, 5 ms away]}.",
        when = "throughput[23 connections, 5 ms away] ÷ throughput[5 connections, 5 ms away] > 2.1"
      ),
      "At none of these distances is the pool clearly the limit: 5 and 23 connections answered 0 ms away {throughput[5 connections, 0 ms away]} and {throughput[23 connections, 0 ms away]}, 1 ms away {throughput[5 connections, 1 ms away]} and {throughput[23 connections, 1 ms away]}, 5 ms away {throughput[5 connections, 5 ms away]} and {throughput[23 connections, 5 ms away]}."
    ),
    advice = Vector(
      "Count the round trips before you size a pool: 5 ms away a page held its connection for {held[5 connections, 5 ms away]}, so the {throughput[23 connections, 0 ms away]} that the cores answer nearby would need {throughput[23 connections, 0 ms away] × held[5 connections, 5 ms away] as whole} connections (Little's law)."
    ),
    order = (for {
      roundTrip <- Vector(Duration.Zero, 1.milli, 5.millis)
      connections <- Vector(5, 23)
    } yield name(connections, roundTrip)) :+ crowd.variant
  )

  def trial(connections: Int, roundTrip: FiniteDuration): Trial = Trial(study.id, name(connections, roundTrip))

  private def name(connections: Int, roundTrip: FiniteDuration): String =
    s"$connections connections, ${roundTrip.toMillis} ms away"
}
