package bottleneck.journal

import bottleneck.lab.model.Numbers
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
    Conclusions(
      _.judged(without, keyset)((w, k) =>
        s"${k.rate} with the keyset indexes and ${w.rate} without an index: ${gain(w, k)} times as many."
      ),
      evidence =>
        Vector(
          evidence.judged(without, published)((w, p) =>
            s"Read the plan before you touch the pool: one index was worth ${gain(w, p)} times the throughput, with the same connections."
          ),
          evidence.judged(published, keyset)((p, k) =>
            "Give a cursor the index of its order, (posted_at, id), compare as a row, (posted_at, id) < (?, ?), and index " +
              s"what a journal's details are found by, journal_id: together they were worth another factor of ${gain(p, k)}."
          )
        ).flatten
    ),
    order = Vector(without, published, keyset)
  )

  /** The variant with this index. */
  def trial(index: Index): Trial = index match {
    case Index.None => Trial(study.id, without, published = Some(PublishedSetting("tuning/no-index", "")))
    case Index.Published => Trial(study.id, published, published = Some(PublishedSetting("tuning/index", "1 user/s")))
    case Index.Keyset => Trial(study.id, keyset)
  }

  private def gain(before: Result, after: Result): String = Numbers.plain(after.gainOver(before))
}
