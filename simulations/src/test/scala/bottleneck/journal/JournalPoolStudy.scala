package bottleneck.journal

import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.LittlesLaw
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties
import bottleneck.lab.target.Index
import scala.concurrent.duration._

/** Study: a larger pool for a slow query, as users increase. */
object JournalPoolStudy {
  private[journal] val few = 5
  private[journal] val many = 23

  /** Throughput ratio, many to few connections, from which more connections are a cure. It is 4.6 if connections are
    * the limit.
    */
  private val mostGain = 1.5

  /** Smallest ratio of users at the first failure, with to without index, as for throughput in
    * tuning/no-index#query-is-the-limit.
    */
  private val gainOfIndex = 2.0

  /** Users by which failures begin later: by theory as many as there are connections more; half of them at least. */
  private val later = (many - few) / 2

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
      Vector(
        Statement("tuning/no-index#failures", Verdict.Reproduced, _.judge(small, smallIndexed)(runsOut)),
        Statement("tuning/no-index-pool-23", Verdict.Reproduced, e => e.judge(small, large)(onlyDelays(e, _, _)))
      ),
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

  /** Judgement: without an index the same users fail earlier than with one. */
  private def runsOut(run: Result, indexed: Result): Judgement = {
    val verdict =
      run.measured.firstFailure.filter(_ => failsForConnections(run)).fold[Verdict](Verdict.Refuted) { first =>
        val later = indexed.measured.firstFailure.map(_.users.toDouble / first.users)
        if (later.forall(_ >= gainOfIndex)) Verdict.Reproduced
        else if (later.exists(_ > 1)) Verdict.Undecided
        else Verdict.Refuted
      }
    Judgement(
      verdict,
      s"${explained(run)}; ${refused(run)} of ${run.measured.wholeRun.ko} failures are for want of a connection; with the index ${began(indexed)}"
    )
  }

  private def onlyDelays(evidence: Evidence, small: Result, large: Result): Judgement = {
    val delayed = for {
      before <- small.measured.firstFailure
      after <- large.measured.firstFailure
    } yield after.users - before.users
    // by turns: nothing but the pool differs
    val gain = evidence.byTurns(this.large, this.small, least = 0, most = mostGain)
    val verdict =
      if (gain.verdict != Verdict.Reproduced) gain.verdict
      else if (!Vector(small, large).forall(failsForConnections) || delayed.forall(_ <= 0)) Verdict.Refuted
      else if (delayed.exists(_ < later)) Verdict.Undecided
      else Verdict.Reproduced
    Judgement(
      verdict,
      s"with $few connections ${explained(small)}; with $many ${explained(large)}; " +
        s"${gain.evidence}, with ${Numbers.plain(many.toDouble / few)} times the connections${indexed(evidence)}"
    )
  }

  /** True if every failure is a missing database connection. */
  private def failsForConnections(run: Result): Boolean = refused(run) == run.measured.wholeRun.ko

  private def refused(run: Result): Long = ErrorKind.times(run.measured.wholeRun.errors, ErrorKind.noDatabaseConnection)

  private def explained(run: Result): String = began(run) + expected(run).fold("")(users => s" (by theory at $users)")

  private def began(run: Result): String = run.measured.firstFailure match {
    case None => "no request fails"
    case Some(first) =>
      val after = Numbers.millis(first.atMs)
      s"failures begin at ${Numbers.count(first.users)} users, $after after the first arrived"
  }

  /** A request waits for as long as it takes to serve those before it, by Little's law: for the time-out when X ·
    * timeout wait, and the connections have as many again as they are.
    */
  private def expected(run: Result): Option[String] = for {
    timeout <- ServiceProperties.number(run, ServiceProperties.connectionTimeout)
    connections <- ServiceProperties.number(run, ServiceProperties.poolSize)
    users = LittlesLaw.population(run.total.throughput, timeout.millis) + connections
  } yield s"${Numbers.count(users.round)}: ${run.rate} × ${Numbers.millis(timeout)} + ${Numbers.count(connections)}"

  private def indexed(evidence: Evidence): String = {
    val told = Vector(few -> smallIndexed, many -> largeIndexed).flatMap { case (connections, variant) =>
      evidence
        .counted(variant)
        .toOption
        .map(run => s"with $connections ${began(run)}, at ${run.rate}")
    }
    if (told.isEmpty) "" else told.mkString("; with the index: ", ", ", "")
  }

  private def times(one: Result, other: Result): String = Numbers.plain(other.gainOver(one))
}
