package bottleneck.tuning

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** Cursor-paginated journals, newest first, from several depths (tuning/no-index, tuning/index).
  *
  * Three users for each connection use the cores up, and their queue is short beside a slice.
  *
  * All variants are warmed up on the keyset indexes: without, the database takes so long that a JVM hardly warms.
  */
sealed abstract class JournalPages(variant: String, index: Index, published: Option[PublishedSetting] = None)
    extends Variant {
  override val trial: Trial = Trial("journal-index", variant, published = published)
  override def target = service(Map(ServiceProperties.poolSize -> "5"), Some(Database(maxConnections = 25, index)))
  override def load: Load = load(users = 16)
  override def fullLoad: Load = load(users = 120)
  override def requests(run: RunContext) = new Reading(run.data).pagesAndAJournal
  override def turnRequests(run: RunContext) = new Reading(run.data).oneAtATime
  override def explained(run: RunContext) = new Reading(run.data).paths

  private def load(users: Int) = SlicedLoad.of(users, WarmUp(users = 2, onKeyset = true))
}

/** A parallel sequential scan and a sort for every page. */
private final class WithoutIndex extends JournalPages("no index", Index.None, published("tuning/no-index", ""))

/** The source's index on (posted_at, deleted_at); replies and attachments are still scanned. */
private final class WithPublishedIndex
    extends JournalPages("published index", Index.Published, published("tuning/index", "1 user/s"))

/** A page is a range of one index, whatever the depth. */
private final class WithKeysetIndex extends JournalPages("keyset indexes", Index.Keyset)

final class PublishedIndex extends ByTurns(new WithPublishedIndex, new WithoutIndex)
final class KeysetIndex extends ByTurns(new WithKeysetIndex, new WithPublishedIndex)

/** Study: indexes under the journal's pages. */
object JournalStudy {
  val study: Study = Study(
    id = "journal-index",
    title = "Journal: an index under a cursor-paginated query",
    question = "How many pages of journals per second does each index allow?",
    factor = "index",
    answer = Vector(
      "{throughput[keyset indexes]} with the keyset indexes and {throughput[no index]} without an index: {throughput[keyset indexes] ÷ throughput[no index]} times as many.",
      "{throughput[published index]} with the published index and {throughput[no index]} without: {throughput[published index] ÷ throughput[no index]} times as many."
    ),
    advice = Vector(
      "Read the plan before you touch the pool: one index was worth {throughput[published index] ÷ throughput[no index]} times the throughput, with the same connections.",
      "Give a cursor the index of its order, (posted_at, id), compare as a row, (posted_at, id) < (?, ?), and index what a journal's details are found by, journal_id: together they were worth another factor of {throughput[keyset indexes] ÷ throughput[published index]}."
    ),
    order = Vector("no index", "published index", "keyset indexes")
  )
}
