package bottleneck.tuning

import bottleneck.Dsl._
import io.gatling.core.session.Expression
import io.gatling.http.check.HttpCheck
import java.nio.file.Path

/** Scenario of a reader: opens a page at some depth, follows the cursor, and opens one journal; `answer` are the first
  * checks of every answer.
  */
private[tuning] final class Reading(data: Path, answer: Vector[HttpCheck] = Vector.empty) {
  private val sizes = csv(data.resolve("page-sizes.csv").toString)
  private val depths = csv(data.resolve("starting-depths.csv").toString)
  private val journals = csv(data.resolve("journal-ids.csv").toString)

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

  private val steps = 5
  private val last = steps - 1

  val pagesAndAJournal: ChainBuilder = exec(pages).feed(journals.circular).exec(journal)

  /** The same requests, one in each round, where a reader goes on in the next: at any time readers are at every place.
    */
  val oneAtATime: ChainBuilder = exec { session =>
    val step = session("step").asOption[Int].fold(session.userId.toInt)(_ + 1) % steps
    session.set("step", if (step > 0 && step < last && !Page.of(session).exists(_.next.isDefined)) 0 else step)
  }.doIfOrElse(session => session("step").as[Int] == last)(feed(journals.circular).exec(journal))(
    doIfOrElse(session => session("step").as[Int] == 0)(firstPage)(exec(page))
  )

  /** A page at every depth and a journal. */
  val paths: Vector[String] =
    depths.readRecords.map(record => path("20", record("after").toString)).toVector ++
      journals.readRecords.take(1).map(record => s"/journals/${record("id")}")

  private def path(size: String, after: String): String =
    s"/journals?size=$size" + (if (after.isEmpty) "" else s"&after=$after")
}
