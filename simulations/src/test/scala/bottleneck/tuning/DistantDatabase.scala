package bottleneck.tuning

import bottleneck.AnswerCheck
import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** Pages with the published index, from a database some way off, on few or many connections (tuning/index). */
abstract class DistantPages(trial: Trial, connections: Int, roundTrip: FiniteDuration, timeout: FiniteDuration)
    extends Experiment(trial) {
  override def target = service(
    Map(
      ServiceProperties.poolSize -> connections.toString,
      ServiceProperties.connectionTimeout -> timeout.toMillis.toString,
      // one for each user, so that a connection is all that is waited for
      ServiceProperties.threads -> "2000"
    ),
    Some(Database(maxConnections = 25, Index.Published, roundTrip = roundTrip))
  )

  override def requests(run: RunContext) = reading(run).pages
  override def explained(run: RunContext) = reading(run).paths.dropRight(1)
  override def expectation(run: RunContext) =
    Expectation(pool = Some(PoolLimit(connections)), failures = AnswerCheck.expectedFailures)

  protected final def reading(run: RunContext): Reading = new Reading(run.data, AnswerCheck.checks)

  protected def warmUp: WarmUp = WarmUp(users = 4)
}

abstract class DistantDatabase(connections: Int, roundTrip: FiniteDuration)
    extends DistantPages(
      Trial("journal-distance", s"$connections connections, ${roundTrip.toMillis} ms away"),
      connections,
      roundTrip,
      timeout = 30.seconds
    ) {
  override def load: Load = SlicedLoad.of(users = 64, warmUp)
  override def turnRequests(run: RunContext) = reading(run).firstPage
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
    extends DistantPages(
      Trial(
        "journal-distance",
        "5 connections, more and more users",
        published = Some(PublishedSetting("tuning/index", "100 users/s"))
      ),
      connections = 5,
      roundTrip = 5.millis,
      timeout = 1.second
    ) {
  override def load: Load = load(users = 800, arrival = 16.seconds, window = 12.seconds)
  override def fullLoad: Load = load(users = 2000, arrival = 200.seconds, window = 60.seconds)

  private def load(users: Int, arrival: FiniteDuration, window: FiniteDuration) =
    ClosedLoad.ofWindow(users, arrival, settle = 3.seconds, window, warmUp)
}

/** Study: the pool as the limit with a distant database. */
object DistantDatabaseStudy {
  private val answered = Vector(0, 1, 5)
    .map(ms => s"$ms ms away {throughput[5 connections, $ms ms away]} and {throughput[23 connections, $ms ms away]}")
    .mkString("5 and 23 connections answered ", ", ", ".")

  private def isLimit(ms: Int, where: String): Sentence = Sentence(
    s"The pool $where: $answered",
    when = s"throughput[23 connections, $ms ms away] ÷ throughput[5 connections, $ms ms away] > 2.1"
  )

  val study: Study = Study(
    id = "journal-distance",
    title = "Journal: a database at a distance",
    question = "From which round trip to the database on does the pool limit the pages of journals?",
    factor = "round trip and connections",
    answer = Vector(
      isLimit(0, "of 5 connections is the limit at every distance tested"),
      isLimit(1, "of 5 connections is the limit 1 and 5 ms away"),
      isLimit(5, "of 5 connections is the limit 5 ms away, and not yet at 1 ms"),
      s"At none of these distances is the pool clearly the limit: $answered"
    ),
    advice = Vector(
      "Count the round trips before you size a pool: 5 ms away a page held its connection for {held[5 connections, 5 ms away]}, so the {throughput[23 connections, 0 ms away]} that the cores answer nearby would need {throughput[23 connections, 0 ms away] × held[5 connections, 5 ms away] as whole} connections (Little's law)."
    ),
    order = Vector(0, 1, 5).flatMap(ms => Vector(5, 23).map(size => s"$size connections, $ms ms away")) :+
      "5 connections, more and more users"
  )
}
