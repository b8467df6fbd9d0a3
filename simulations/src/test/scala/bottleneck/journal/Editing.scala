package bottleneck.journal

import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import java.nio.file.Path

/** Scenarios: read the newest journals, change titles. */
private[journal] final class Editing(data: Path) {
  private val journals = csv(data.resolve("journal-ids.csv").toString)

  val read: ChainBuilder =
    exec(session => Page.forget(session).set("size", Editing.size.toString))
      .exec(http(Editing.reads).get(Editing.path).check(PageCheck.orderedAndFull))

  /** The title stays what it is, which PostgreSQL does not look at. */
  val write: ChainBuilder =
    feed(journals.random).exec(
      http(Editing.writes)
        .put("/journals/#{id}/title")
        .body(StringBody("""{"title": "Journal #{id}"}"""))
        .asJson
        .check(status.is(204))
    )
}

private[journal] object Editing {
  private val size = 20

  /** The newest page. */
  val path: String = s"/journals?size=$size"

  val reads: String = "GET /journals"
  val writes: String = "PUT /journals/{id}/title"
}
