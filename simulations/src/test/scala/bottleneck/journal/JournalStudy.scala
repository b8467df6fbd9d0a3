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

  /** The check that says whether a throughput is stable. */
  private def steadiness: String = "steady"

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
        Statement(
          "tuning/index#stable",
          Verdict.Reproduced,
          e => e.counted(published).map(isStable(e)).merge,
          about = Some(steadiness)
        )
      ),
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

  /** The database works, the service waits for it, and an index alone changes that. */
  private def queryIsTheLimit(without: Result, indexed: Result): Judgement =
    (for {
      database <- without.server.cpu.database
      machine <- without.server.cpu.whole.machine
    } yield Judgement.of(isCured(without, indexed) && database > machine / 2)(
      s"${without.rate}, while the database used ${Numbers.cores(database)} of the " +
        s"${Numbers.cores(machine)} cores in use; an index alone gave ${gain(without, indexed)} times as many"
    )).getOrElse(unwatched("the database's CPU time"))

  private def isCured(without: Result, indexed: Result): Boolean = indexed.gainOver(without) > 2

  /** Judgement by the check's majority over all runs, the disturbed ones included: they would refute it. */
  private def isStable(evidence: Evidence)(indexed: Result): Judgement = {
    val runs = evidence
      .variant(published)
      .toVector
      .flatMap(_.runs)
      .map(_.result)
      .filter(run => run.valid && run.load == indexed.load)
    val failed = runs.map(_.measured.wholeRun.ko).sum
    val checks = runs.flatMap(_.validity.find(check => check.check == steadiness && check.size.isDefined))
    val steady = checks.count(check => check.ok && !check.undecided)
    val drifting = checks.count(!_.ok)
    val seen =
      s"${indexed.rate}; of ${checks.size} runs $steady were steady and $drifting drifted, " +
        s"by ${checks.flatMap(_.size).map(Numbers.percent).mkString(", ")}; $failed requests failed, from the first user on"
    if (failed == 0 && checks.isEmpty)
      Judgement.undecided("no run says by how much its throughput drifted; none had a failed request")
    else if (failed > 0 || drifting * 2 > checks.size) Judgement(Verdict.Refuted, seen)
    else if (steady * 2 > checks.size) Judgement(Verdict.Reproduced, seen)
    else Judgement.undecided(seen)
  }

  private def unwatched(what: String): Judgement = Judgement.undecided(s"$what was not watched")
}
