package bottleneck.journal

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.Index

/** Study: a larger pool for a slow query, as users increase. */
object JournalPoolStudy {
  private[journal] val few = 5
  private[journal] val many = 23

  private val small = name(few, Index.None)
  private val large = name(many, Index.None)
  private val smallIndexed = name(few, Index.Published)
  private val largeIndexed = name(many, Index.Published)

  val study: Study = Study(
    id = "journal-pool",
    title = "Journal: a larger pool for a slow query",
    question =
      s"What do $many connections instead of $few change where the query has no index and more and more users arrive?",
    factor = "connections and index",
    Conclusions(
      _.judged(small, large)((s, l) =>
        s"$many connections answer ${l.rate} at ${l.load.users} users, $few ${s.rate}; with $few ${began(s)}, with $many ${began(l)}."
      ),
      evidence =>
        (for {
          s <- evidence.counted(small).toOption
          i <- evidence.counted(smallIndexed).toOption
          turns <- evidence.agreedByTurns(large, small)
        } yield s"Before you enlarge a pool whose requests fail for want of a connection, look at what holds the connections: $many instead of $few gave " +
          s"${Numbers.plain(turns.ratio)} times the throughput by turns, an index ${times(s, i)} times with the $few.").toVector
    ),
    order = Vector(small, large, smallIndexed, largeIndexed)
  )

  def trial(connections: Int, index: Index): Trial = Trial(
    study.id,
    name(connections, index),
    published = Option.when(index == Index.None)(
      if (connections == few) PublishedSetting("tuning/no-index", "")
      else PublishedSetting("tuning/no-index-pool-23", s"$connections connections")
    )
  )

  private def name(connections: Int, index: Index): String =
    s"$connections connections" + (if (index == Index.None) "" else ", with the index")

  private def began(run: Result): String = run.measured.firstFailure match {
    case None => "no request fails"
    case Some(first) =>
      val after = Numbers.millis(first.atMs)
      s"failures begin at ${Numbers.count(first.users)} users, $after after the first arrived"
  }

  private def times(one: Result, other: Result): String = Numbers.plain(other.gainOver(one))
}
