package bottleneck.journal

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict.Judgement.undecided
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.IndexBuild

/** Study: reads and writes while an index is built. */
object OnlineIndexStudy {
  private[journal] val index = "idx_journal_posted_at_id_live"

  private val plain = "CREATE INDEX"
  private val concurrent = "CREATE INDEX CONCURRENTLY"
  private val interrupted = "interrupted and built again"

  /** Longest stall, in ms, that keeps a user's flow of thought (Nielsen 1993, Usability Engineering, ch. 5). */
  private val mostStallMs = 1000

  /** Shortest stall of writes, as a part of the build, that the lock explains: the build locks writers out all the
    * time.
    */
  private val leastShare = 0.5

  val study: Study = Study(
    id = "index-online",
    title = "Journal: adding an index under load",
    question = "Can an index be added to 1,000,000 journals without interrupting reads and writes?",
    factor = "how the index is built",
    Conclusions(
      Vector(Statement("tuning/index-online", Verdict.Reproduced, withoutInterruption)),
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

  private def withoutInterruption(evidence: Evidence): Judgement = (for {
    p <- evidence.counted(plain)
    c <- evidence.counted(concurrent)
    plainMs <- built(p)
    _ <- built(c)
    share = stallMs(p, Editing.writes).toDouble / plainMs
    _ <- Either.cond(
      share >= leastShare && stallMs(p, Editing.writes) > stallMs(c, Editing.writes),
      (),
      undecided(
        s"writes stalled for ${Numbers.percent(share)} of the build with CREATE INDEX, for ${stalled(p, Editing.writes)}, and for ${stalled(c, Editing.writes)} with CONCURRENTLY: these loads do not show that an index locks writers out"
      )
    )
  } yield Judgement.of(isOnline(c))(
    s"CONCURRENTLY took ${took(c)}, with ${failures(c)} and stalls of ${stalls(c)}; CREATE INDEX took ${took(p)}, with ${failures(p)} and stalls of " +
      s"${stalls(p)}, of writes ${Numbers.percent(share)} of the build${again(evidence)}"
  )).merge

  private def again(evidence: Evidence): String = evidence
    .counted(interrupted)
    .toOption
    .filter(wasInterrupted)
    .fold("")(i =>
      s"; interrupted: ${i.treatment.intervention.tail.map(told).mkString(", ")}, with ${failures(i)} and stalls of ${stalls(i)}"
    )

  /** True if no request failed and no stall was long. */
  private def isOnline(run: Result): Boolean =
    run.total.ko == 0 && Vector(Editing.reads, Editing.writes).forall(stallMs(run, _) <= mostStallMs)

  /** Duration of the index build, in ms. */
  private def built(run: Result): Either[Judgement, Int] = run.treatment.intervention.headOption match {
    case Some(step) if step.isOk => step.durationMs.toRight(undecided(s"'${step.name}' did not end"))
    case Some(step) => Left(undecided(s"'${step.name}' failed: ${step.outcome}"))
    case None => Left(undecided(s"in the run of '${run.run.variant}' no index was built"))
  }

  private def wasInterrupted(run: Result): Boolean = run.treatment.intervention.headOption.exists(!_.isOk)

  /** True if the invalid index was found, rebuilt and valid. */
  private def cured(run: Result): Boolean =
    run.treatment.intervention.size == 4 && run.treatment.intervention.tail.forall(_.isOk)

  /** Longest stall, in ms; the whole window without any request. */
  private def stallMs(run: Result, request: String): Int =
    run.measured.stalls.getOrElse(request, run.treatment.window.toMs - run.treatment.window.fromMs)

  private def stalled(run: Result, request: String): String = Numbers.millis(stallMs(run, request))

  private def stalls(run: Result): String =
    s"${stalled(run, Editing.reads)} (reads) and ${stalled(run, Editing.writes)} (writes)"

  private def took(run: Result): String = run.treatment.intervention.headOption.fold(Numbers.none)(duration)

  private def duration(step: InterventionStep): String =
    step.durationMs.fold(Numbers.none)(Numbers.millis(_))

  private def told(step: InterventionStep): String =
    s"${step.name} (${if (step.isOk) duration(step) else step.outcome})"

  private def failures(run: Result): String = s"${Numbers.count(run.total.ko)} failed requests"
}
