package bottleneck.journal

import bottleneck.ServiceProperties
import bottleneck.lab.{ByTurns, Setup, Simulated, Workload}
import bottleneck.lab.target.{ClosedLoad, Database, Index, Load, Target, WarmUp}
import scala.concurrent.duration._

/** Cursor-paginated journals, newest first, from several depths (tuning/no-index, tuning/index).
  *
  * All variants are warmed up on the keyset indexes: without, the database takes so long that a JVM hardly warms.
  */
object JournalPages {
  def of(index: Index): Setup = Setup(
    JournalStudy.trial(index),
    target(index),
    _.choose(
      quick = load(users = 64, arrival = 1.second, judged = 16.seconds),
      full = load(users = 120, arrival = 120.seconds, judged = 60.seconds)
    ),
    context => {
      val reading = new Reading(context.data)
      Workload(reading.pagesAndAJournal, explained = reading.paths)
    }
  )

  private val settle = 3.seconds

  private def load(users: Int, arrival: FiniteDuration, judged: FiniteDuration): Load =
    ClosedLoad(users, arrival, settle, settle + judged, Some(WarmUp(users = 2, onKeyset = true)))

  private def target(index: Index): Target = Target(
    instances = 1,
    Map(ServiceProperties.poolSize -> "5"),
    Some(Database(maxConnections = 25, index)),
    jvm = ServiceProperties.warmSooner,
    training = ServiceProperties.training
  )
}

/** A parallel sequential scan and a sort for every page. */
final class WithoutIndex extends Simulated(JournalPages.of(Index.None))

/** The source's index on (posted_at, deleted_at); replies and attachments are still scanned. */
final class WithPublishedIndex extends Simulated(JournalPages.of(Index.Published))

/** A page is a range of one index, whatever the depth. */
final class WithKeysetIndex extends Simulated(JournalPages.of(Index.Keyset))

final class KeysetAgainstPublished
    extends ByTurns(JournalPages.of(Index.Keyset), JournalPages.of(Index.Published), users = 16)
