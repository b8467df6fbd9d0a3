package bottleneck.journal

import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.target.{Database, Index, Load, Target, WarmUp}
import scala.concurrent.duration._

/** Cursor-paginated journals, newest first, from several depths (tuning/no-index, tuning/index).
  *
  * @param warmUp
  *   longer where the service, not the database, does the work: its JVM compiles for so long
  */
abstract class JournalPages(index: Index, warmUp: FiniteDuration)
    extends Experiment(
      "How many pages of journals per second does this index allow?",
      JournalPages.target(index),
      _.choose(
        quick = Load(users = 16, arrival = 1.second, settle = 6.seconds, hold = 24.seconds),
        full = Load(users = 120, arrival = 120.seconds, settle = 5.seconds, hold = 60.seconds)
      )
    ) {
  private val reading = new Reading(settings.layout.data)

  measure(
    Workload(
      reading.fromSomeDepth,
      Vector(noFailure),
      warmUp = Some(WarmUp(users = 4, warmUp, reading.paths))
    )
  )
}

object JournalPages {
  private def target(index: Index): Target = Target(
    instances = 1,
    Map("spring.datasource.hikari.maximum-pool-size" -> "5"),
    Some(Database(maxConnections = 25, index))
  )
}

/** A parallel sequential scan and a sort for every page. */
final class WithoutIndex extends JournalPages(Index.None, warmUp = 5.seconds)

/** The source's index on (posted_at, deleted_at); replies and attachments are still scanned. */
final class WithPublishedIndex extends JournalPages(Index.Published, warmUp = 8.seconds)

/** A page is a range of one index, whatever the depth. */
final class WithKeysetIndex extends JournalPages(Index.Keyset, warmUp = 20.seconds)
