package bottleneck.tuning

import bottleneck.AnswerCheck
import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** Users come one by one until a pool of connections refuses some, and go on coming (tuning/no-index-pool-23). Hikari
  * keeps all connections open, as its minimum-idle is its maximum unless set.
  */
abstract class JournalPool(variant: String, connections: Int, index: Index, published: Option[PublishedSetting] = None)
    extends Experiment("journal-pool", variant, published = published) {

  /** Target with a tenth of the source's timeout of 15 s, as the load is shorter; more threads than users, so that they
    * wait for connections only; and one core for the database, so that the generator keeps its own.
    */
  override def target = service(
    Map(
      ServiceProperties.poolSize -> connections.toString,
      ServiceProperties.connectionTimeout -> "1500",
      ServiceProperties.threads -> "400"
    ),
    Some(Database(maxConnections = 25, index))
  ).copy(
    cpus = CpuLimits(database = Some(1)),
    atFullScale = Map(ServiceProperties.connectionTimeout -> "15000", ServiceProperties.threads -> "1600")
  )

  /** The first failure of one run is chance. */
  override def repeats: Int = 3

  /** It settles for longer than most requests wait. */
  override def load =
    ClosedLoad.ofWindow(150, arrival = 24.seconds, settle = 4.seconds, window = 14.seconds, WarmUp(2, onKeyset = true))
  override def fullLoad = load.copy(users = 1500, arrival = 1500.seconds).judgedFor(120.seconds)
  override def requests(run: RunContext) = new Reading(run.data, AnswerCheck.checks).pagesAndAJournal
  override def turnRequests(run: RunContext) = new Reading(run.data).firstPage
  override def explained(run: RunContext) = new Reading(run.data).paths
  override def expectation(run: RunContext) = Expectation(failures = AnswerCheck.expectedFailures)
}

final class JournalPool5 extends JournalPool("5 connections", 5, Index.None, published("tuning/no-index", ""))

/** Pool of all but two of the database's connections: one is the lab's, one is reserved. */
final class JournalPool23
    extends JournalPool("23 connections", 23, Index.None, published("tuning/no-index-pool-23", "23 connections"))

final class JournalPool5WithIndex extends JournalPool("5 connections, with the index", 5, Index.Published)
final class JournalPool23WithIndex extends JournalPool("23 connections, with the index", 23, Index.Published) {

  /** No statement is about its first failure. */
  override def repeats: Int = 1
}

/** Users that both pools are too small for, and that wait for less than the time-out. */
final class JournalPoolByTurns extends ByTurns(new JournalPool23, new JournalPool5, users = 30)

/** Study: a larger pool for a slow query, as users increase. */
object JournalPoolStudy {
  val study: Study = Study(
    id = "journal-pool",
    title = "Journal: a larger pool for a slow query",
    question =
      "What do 23 connections instead of 5 change where the query has no index and more and more users arrive?",
    factor = "connections and index",
    answer = Vector(
      Sentence(
        "23 connections answer {throughput[23 connections]} at {users[23 connections]} users, 5 {throughput[5 connections]}; with 5 failures begin at {median first.failure[5 connections]} users, with 23 at {median first.failure[23 connections]}.",
        when = "failed.all[5 connections] > 0 and failed.all[23 connections] > 0"
      )
    ),
    advice = Vector(
      "Before you enlarge a pool whose requests fail for want of a connection, look at what holds the connections: 23 instead of 5 gave {turns[23 connections ÷ 5 connections]} times the throughput by turns, an index {throughput[5 connections, with the index] ÷ throughput[5 connections]} times with the 5."
    ),
    order = Vector(
      "5 connections",
      "23 connections",
      "5 connections, with the index",
      "23 connections, with the index"
    )
  )
}
