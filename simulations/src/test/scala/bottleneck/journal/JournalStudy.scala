package bottleneck.journal

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.Index

/** Study: indexes under the journal's pages. */
object JournalStudy {
  private def without: String = "no index"
  private def published: String = "published index"
  private def keyset: String = "keyset indexes"

  val study: Study = Study(
    id = "journal-index",
    title = "Journal: an index under a cursor-paginated query",
    question = "How many pages of journals per second does each index allow?",
    factor = "index",
    answer = Vector(
      "{throughput[keyset indexes]} with the keyset indexes and {throughput[no index]} without an index: {throughput[keyset indexes] ÷ throughput[no index]} times as many."
    ),
    advice = Vector(
      "Read the plan before you touch the pool: one index was worth {throughput[published index] ÷ throughput[no index]} times the throughput, with the same connections.",
      "Give a cursor the index of its order, (posted_at, id), compare as a row, (posted_at, id) < (?, ?), and index what a journal's details are found by, journal_id: together they were worth another factor of {throughput[keyset indexes] ÷ throughput[published index]}."
    ),
    order = Vector(without, published, keyset)
  )

  /** The variant with this index. */
  def trial(index: Index): Trial = index match {
    case Index.None => Trial(study.id, without, published = Some(PublishedSetting("tuning/no-index", "")))
    case Index.Published => Trial(study.id, published, published = Some(PublishedSetting("tuning/index", "1 user/s")))
    case Index.Keyset => Trial(study.id, keyset)
  }
}
