package bottleneck.journal

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
    answer = Vector(
      "Built with CREATE INDEX CONCURRENTLY, in {build[CREATE INDEX CONCURRENTLY]}, writes were without an answer for {stall[CREATE INDEX CONCURRENTLY | PUT /journals/{id}/title]} at the most and reads for {stall[CREATE INDEX CONCURRENTLY | GET /journals]}; with CREATE INDEX, in {build[CREATE INDEX]}, writes for {stall[CREATE INDEX | PUT /journals/{id}/title]}."
    ),
    advice = Vector(
      "Weigh the time of the build against the wait of writers: CREATE INDEX took {build[CREATE INDEX]} and kept writes waiting for {stall[CREATE INDEX | PUT /journals/{id}/title]}; CREATE INDEX CONCURRENTLY took {build[CREATE INDEX CONCURRENTLY]} and kept them waiting for {stall[CREATE INDEX CONCURRENTLY | PUT /journals/{id}/title]}.",
      Sentence(
        "After a build that was interrupted look for what it left, SELECT indexrelid::REGCLASS FROM pg_index WHERE NOT indisvalid: REINDEX INDEX CONCURRENTLY cured it here, with {failed[interrupted and built again]} failed requests and writes waiting for {stall[interrupted and built again | PUT /journals/{id}/title]} at the most.",
        when = s"steps.failed[$interrupted] = 1" // the build itself
      )
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
}
