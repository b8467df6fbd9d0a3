package bottleneck.tuning

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}
import java.nio.file.Path

/** An index is added to 1,000,000 journals while some users read and others write (tuning/index-online). */
abstract class OnlineIndex(variant: String, build: IndexBuild) extends Experiment("index-online", variant) {

  /** Target with a connection per user, so that a user who waits for a lock keeps no other out of the pool. */
  override def target =
    service(Map(ServiceProperties.poolSize -> "10"), Some(Database(maxConnections = 25, Index.None, scale = 10)))

  /** Four writers and two readers. Without the index a read takes nearly 0.5 s, and more readers would delay each other
    * more than the build does. With the think time each writer changes some 20 titles/s, so that a gap is seen.
    */
  override def load = ClosedLoad.ofWindow(
    users = 6,
    arrival = 1.second,
    settle = 1.second,
    window = 32.seconds,
    WarmUp(users = 2, calibrated = false),
    thinkTime = 50.millis
  )
  override def fullLoad = load.judgedFor(120.seconds)

  /** Readers and writers are different users: a write that waits must not keep anybody from reading. Every third reads.
    */
  override def requests(run: RunContext) = {
    val editing = new Editing(run.data)
    doIfOrElse(_.userId % 3 == 0)(editing.read)(editing.write).pause(load.thinkTime)
  }
  override def warmUpRequests(run: RunContext) = Some(new Editing(run.data).write)
  override def explained(run: RunContext) = Vector(Editing.path)
  override def intervention =
    Some(BuildIndex(after = 3.seconds, build, of = Index.Keyset, "idx_journal_posted_at_id_live"))
}

final class OnlineIndexPlain extends OnlineIndex("CREATE INDEX", IndexBuild.Plain)
final class OnlineIndexConcurrently extends OnlineIndex("CREATE INDEX CONCURRENTLY", IndexBuild.Concurrent) {
  override def repeats: Int = 3
}

/** The lab cancels the build and cures what it left. */
final class OnlineIndexInterrupted extends OnlineIndex("interrupted and built again", IndexBuild.Interrupted)

/** Study: reads and writes while an index is built. */
object OnlineIndexStudy {
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
        when = "steps.failed[interrupted and built again] = 1" // the build itself
      )
    )
  )
}

/** Scenarios: read the newest journals, change titles. */
private[tuning] final class Editing(data: Path) {
  private val journals = csv(data.resolve("journal-ids.csv").toString)

  val read: ChainBuilder =
    exec(session => Page.forget(session).set("size", "20"))
      .exec(http("GET /journals").get(Editing.path).check(PageCheck.orderedAndFull))

  /** The title stays what it is, which PostgreSQL does not look at. */
  val write: ChainBuilder =
    feed(journals.random).exec(
      http("PUT /journals/{id}/title")
        .put("/journals/#{id}/title")
        .body(StringBody("""{"title": "Journal #{id}"}"""))
        .asJson
        .check(status.is(204))
    )
}

private[tuning] object Editing {
  val path = "/journals?size=20"
}
