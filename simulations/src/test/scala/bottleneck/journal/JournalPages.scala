package bottleneck.journal

import bottleneck.ServiceProperties
import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.target.{ClosedLoad, Database, Index, Load, Target, WarmUp}
import scala.concurrent.duration._

/** Cursor-paginated journals, newest first, from several depths (tuning/no-index, tuning/index).
  *
  * All variants are warmed up on the keyset indexes: without, the database takes so long that a JVM hardly warms.
  */
abstract class JournalPages(index: Index)
    extends Experiment(
      JournalStudy.trial(index),
      JournalPages.target(index),
      _.choose(
        quick = JournalPages.load(users = 64, arrival = 1.second, judged = 16.seconds),
        full = JournalPages.load(users = 120, arrival = 120.seconds, judged = 60.seconds)
      )
    ) {
  private val reading = new Reading(settings.layout.data)

  measure(
    Workload(
      reading.pagesAndAJournal,
      Vector(noFailure),
      explained = reading.paths
    )
  )
}

object JournalPages {
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
final class WithoutIndex extends JournalPages(Index.None)

/** The source's index on (posted_at, deleted_at); replies and attachments are still scanned. */
final class WithPublishedIndex extends JournalPages(Index.Published)

/** A page is a range of one index, whatever the depth. */
final class WithKeysetIndex extends JournalPages(Index.Keyset)
