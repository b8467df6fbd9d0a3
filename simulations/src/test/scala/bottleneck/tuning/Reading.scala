package bottleneck.tuning

import bottleneck.Dsl._
import io.gatling.core.session.Expression
import io.gatling.http.check.HttpCheck
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicInteger

/** Scenario of a reader: opens a page at some depth, follows the cursor, and opens one journal; `answer` are the first
  * checks of every answer.
  */
private[tuning] final class Reading(data: Path, answer: Vector[HttpCheck] = Vector.empty) {
  private val sizes = csv(data.resolve("page-sizes.csv").toString)
  private val depths = csv(data.resolve("starting-depths.csv").toString)
  private val journals = csv(data.resolve("journal-ids.csv").toString)

  private val turns = new AtomicInteger
  private val turn = "turn"

  private val pageUrl: Expression[String] = session =>
    path(session("size").as[String], Page.of(session).fold(session("after").as[String])(_.next.getOrElse("")))

  private val page = http("GET /journals at depth #{depth}").get(pageUrl).check(answer :+ PageCheck.orderedAndFull: _*)

  private val journal =
    http("GET /journals/{id}").get("/journals/#{id}").check(answer :+ (jsonPath("$.id").is("#{id}"): HttpCheck): _*)

  val firstPage: ChainBuilder =
    feed(sizes.circular).feed(depths.circular).exec(session => Page.forget(session)).exec(page)

  /** That and three more. */
  val pages: ChainBuilder =
    exec(firstPage)
      .repeat(3)(doIf(session => Page.of(session).exists(_.next.isDefined))(exec(page)))

  val pagesAndAJournal: ChainBuilder = exec(pages).feed(journals.circular).exec(journal)

  /** One of these in each round, in the same proportion at any time: a slice has no round of its own. */
  val oneAtATime: ChainBuilder =
    exec(session => session.set(turn, turns.getAndIncrement()))
      .doIfOrElse(session => session(turn).as[Int] % 5 == 0)(feed(journals.circular).exec(journal))(firstPage)

  /** A page at every depth and a journal. */
  val paths: Vector[String] =
    depths.readRecords.map(record => path("20", record("after").toString)).toVector ++
      journals.readRecords.take(1).map(record => s"/journals/${record("id")}")

  private def path(size: String, after: String): String =
    s"/journals?size=$size" + (if (after.isEmpty) "" else s"&after=$after")
}
