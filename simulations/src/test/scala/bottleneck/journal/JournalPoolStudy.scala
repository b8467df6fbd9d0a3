package bottleneck.journal

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
      "What do 23 connections instead of 5 change where the query has no index and more and more users arrive?",
    factor = "connections and index",
    answer = Vector(
      Sentence(
        "23 connections answer {throughput[23 connections]} at {users[23 connections]} users, 5 {throughput[5 connections]}; with 5 failures begin at {first.failure[5 connections]} users, with 23 at {first.failure[23 connections]}.",
        when = "failed.all[5 connections] > 0 and failed.all[23 connections] > 0"
      )
    ),
    advice = Vector(
      "Before you enlarge a pool whose requests fail for want of a connection, look at what holds the connections: 23 instead of 5 gave {turns[23 connections ÷ 5 connections]} times the throughput by turns, an index {throughput[5 connections, with the index] ÷ throughput[5 connections]} times with the 5."
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
}
