package bottleneck.journal

import bottleneck.ServiceProperties
import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.target.{ClosedLoad, Database, Index, Load, Target, WarmUp}
import scala.concurrent.duration._

/** Cursor-paginated journals, newest first, from several depths (tuning/no-index, tuning/index).
  *
  * @param warmUp
  *   longer where the service, not the database, does the work: until its JVM has compiled
  * @param settle
  *   longer where some of that is left when all users have come
  * @param pagesFirst
  *   whether to warm up with pages alone, where a journal takes the database so long that the JVM hardly warms
  */
abstract class JournalPages(
    index: Index,
    warmUp: FiniteDuration,
    settle: FiniteDuration = 6.seconds,
    pagesFirst: Boolean = false
) extends Experiment(
      JournalStudy.trial(index),
      JournalPages.target(index),
      _.choose(
        quick = JournalPages.load(users = 64, arrival = 1.second, settle, judged = 18.seconds, warmUp),
        full = JournalPages.load(users = 120, arrival = 120.seconds, settle, judged = 60.seconds, warmUp)
      )
    ) {
  private val reading = new Reading(settings.layout.data)

  measure(
    Workload(
      reading.pagesAndAJournal,
      Vector(noFailure),
      warmUp = Option.when(pagesFirst)(reading.pages),
      explained = reading.paths
    )
  )
}

object JournalPages {
  private def load(
      users: Int,
      arrival: FiniteDuration,
      settle: FiniteDuration,
      judged: FiniteDuration,
      warmUp: FiniteDuration
  ): Load = ClosedLoad(users, arrival, settle, settle + judged, Some(WarmUp(users = 2, warmUp)))

  private def target(index: Index): Target = Target(
    instances = 1,
    Map(ServiceProperties.poolSize -> "5"),
    Some(Database(maxConnections = 25, index)),
    jvm = ServiceProperties.warmSooner
  )
}

/** A parallel sequential scan and a sort for every page. */
final class WithoutIndex extends JournalPages(Index.None, warmUp = 10.seconds)

/** The source's index on (posted_at, deleted_at); replies and attachments are still scanned. */
final class WithPublishedIndex
    extends JournalPages(Index.Published, warmUp = 25.seconds, settle = 12.seconds, pagesFirst = true)

/** A page is a range of one index, whatever the depth. */
final class WithKeysetIndex extends JournalPages(Index.Keyset, warmUp = 25.seconds)
