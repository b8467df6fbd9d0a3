package bottleneck.journal

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.SteadyState
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties
import bottleneck.lab.target.Index

/** What the runs of the journal's pages say about indexes. */
object JournalStudy {

  /** Cores of which more are in use have nothing left for more requests. */
  private val usedUp = 0.9

  private def without: String = "no index"
  private def published: String = "published index"
  private def keyset: String = "keyset indexes"

  val study: Study = Study(
    id = "journal-index",
    title = "Journal: an index under a cursor-paginated query",
    question = "How many pages of journals per second does each index allow?",
    factor = "index",
    Conclusions(
      Vector(
        Statement(
          "tuning/no-index#query-is-the-limit",
          Verdict.Reproduced,
          _.judge(without, published)(queryIsTheLimit)
        ),
        Statement("tuning/index#stable", Verdict.Reproduced, _.counted(published).map(isStable).merge),
        Statement("tuning/index#pool-is-the-limit", Verdict.Reproduced, _.counted(published).map(poolIsTheLimit).merge)
      ),
      _.judged(without, keyset)((w, k) =>
        s"${Numbers.rate(k.total.throughput)} with the keyset indexes and ${Numbers.rate(w.total.throughput)} without an index: ${gain(w, k)} times as many."
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
    case Index.None => Trial(study, without, published = Some(PublishedSetting("tuning/no-index", "")))
    case Index.Published => Trial(study, published, published = Some(PublishedSetting("tuning/index", "1 user/s")))
    case Index.Keyset => Trial(study, keyset)
  }

  private def gain(before: Result, after: Result): String = Numbers.plain(ratio(before, after))

  private def ratio(before: Result, after: Result): Double = after.total.throughput / before.total.throughput

  /** The database works, the service waits for it, and an index alone changes that. */
  private def queryIsTheLimit(without: Result, indexed: Result): Judgement =
    (for {
      database <- without.server.cpu.database
      machine <- without.server.cpu.whole.machine
    } yield Judgement.of(isCured(without, indexed) && database > machine / 2)(
      s"${Numbers.rate(without.total.throughput)}, while the database used ${Numbers.cores(database)} of the " +
        s"${Numbers.cores(machine)} cores in use; an index alone gave ${gain(without, indexed)} times as many"
    )).getOrElse(unwatched("the database's CPU time"))

  private def isCured(without: Result, indexed: Result): Boolean = ratio(without, indexed) > 2

  /** By its drift: the size of the check. */
  private def isStable(indexed: Result): Judgement =
    if (indexed.total.ko > 0) Judgement(Verdict.Refuted, s"${indexed.total.ko} requests failed")
    else
      (for { check <- indexed.validity.find(_.check == "steady"); drift <- check.size } yield {
        val seen =
          s"${Numbers.rate(indexed.total.throughput)}, which drifts by ${Numbers.percent(drift)} over the window, and no failed request"
        if (!check.ok) Judgement(Verdict.Refuted, seen)
        else if (drift <= SteadyState.margin) Judgement(Verdict.Reproduced, seen)
        else Judgement(Verdict.Undecided, seen)
      }).getOrElse(unwatched("the drift"))

  /** The pool is the limit where it is full and nothing else is used up. */
  private def poolIsTheLimit(indexed: Result): Judgement = (for {
    pool <- indexed.server.service.hikari
    cores <- indexed.server.cpu.whole.machine
  } yield {
    val size = ServiceProperties.number(indexed, ServiceProperties.poolSize)
    val isFull = size.contains(pool.activeMax) && pool.pendingMax > 0
    val seen =
      s"at the most ${Numbers.count(pool.activeMax)} of ${size.fold(Numbers.none)(Numbers.count)} connections were in use and " +
        s"${Numbers.count(pool.pendingMax)} requests waited for one; ${Numbers.cores(cores)} of ${indexed.machine.cpus} cores were in use"
    if (isFull && cores >= usedUp * indexed.machine.cpus)
      Judgement(Verdict.Undecided, s"$seen: these runs cannot tell which of the two is the limit")
    else Judgement.of(isFull)(seen)
  }).getOrElse(unwatched("the connection pool or the machine"))

  private def unwatched(what: String): Judgement = Judgement(Verdict.Undecided, s"$what was not watched")
}
