package bottleneck.journal

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.IndexBuild

/** Study: reads and writes while an index is built. */
object OnlineIndexStudy {
  private[journal] val index = "idx_journal_posted_at_id_live"

  private val plain = "CREATE INDEX"
  private val concurrent = "CREATE INDEX CONCURRENTLY"
  private val interrupted = "interrupted and built again"

  val study: Study = Study(
    id = "index-online",
    title = "Journal: adding an index under load",
    question = "Can an index be added to 1,000,000 journals without interrupting reads and writes?",
    factor = "how the index is built",
    Conclusions(
      _.judged(plain, concurrent)((p, c) =>
        s"Built with CREATE INDEX CONCURRENTLY, in ${took(c)}, writes were without an answer for ${stalled(c, Editing.writes)} at the most and reads for " +
          s"${stalled(c, Editing.reads)}; with CREATE INDEX, in ${took(p)}, writes for ${stalled(p, Editing.writes)}."
      ),
      evidence =>
        Vector(
          evidence.judged(plain, concurrent)((p, c) =>
            s"Weigh the time of the build against the wait of writers: CREATE INDEX took ${took(p)} and kept writes waiting for ${stalled(p, Editing.writes)}; " +
              s"CREATE INDEX CONCURRENTLY took ${took(c)} and kept them waiting for ${stalled(c, Editing.writes)}."
          ),
          evidence
            .counted(interrupted)
            .toOption
            .filter(cured)
            .map(run =>
              "After a build that was interrupted look for what it left, SELECT indexrelid::REGCLASS FROM pg_index WHERE NOT indisvalid: here " +
                s"${run.treatment.intervention(1).name}. REINDEX INDEX CONCURRENTLY cured it in ${duration(run.treatment.intervention(2))}, with ${failures(run)}."
            )
        ).flatten
    ),
    order = Vector(plain, concurrent, interrupted)
  )

  def trial(build: IndexBuild): Trial = Trial(
    study.id,
    build match {
      case IndexBuild.Plain => plain
      case IndexBuild.Concurrent => concurrent
      case IndexBuild.Interrupted => interrupted
    }
  )

  /** True if the invalid index was found, rebuilt and valid. */
  private def cured(run: Result): Boolean =
    run.treatment.intervention.size == 4 && run.treatment.intervention.tail.forall(_.isOk)

  /** Longest stall, in ms; the whole window without any request. */
  private def stallMs(run: Result, request: String): Int =
    run.measured.stalls.getOrElse(request, run.treatment.window.toMs - run.treatment.window.fromMs)

  private def stalled(run: Result, request: String): String = Numbers.millis(stallMs(run, request))

  private def took(run: Result): String = run.treatment.intervention.headOption.fold(Numbers.none)(duration)

  private def duration(step: InterventionStep): String =
    step.durationMs.fold(Numbers.none)(Numbers.millis(_))

  private def failures(run: Result): String = s"${Numbers.count(run.total.ko)} failed requests"
}
