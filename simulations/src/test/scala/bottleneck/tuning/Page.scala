package bottleneck.tuning

import bottleneck.Dsl._
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import io.gatling.commons.validation._
import io.gatling.http.check.HttpCheck
import java.time.Instant
import scala.jdk.CollectionConverters._

/** Position of a journal in the pages: newest first, ties by the higher id. */
private[tuning] final case class Position(postedAt: Instant, id: Long) {
  def isBefore(later: Position): Boolean =
    postedAt.isAfter(later.postedAt) || (postedAt == later.postedAt && id > later.id)
}

private[tuning] final case class Page(positions: Vector[Position], next: Option[String]) {

  /** First defect of this page of at most `size` journals after `previous`. */
  def problem(size: Int, previous: Option[Page]): Option[String] = {
    val inOrder = previous.flatMap(_.positions.lastOption).toVector ++ positions
    if (positions.size > size) Some(s"page has ${positions.size} journals of at most $size")
    else if (positions.size < size && next.isDefined)
      Some(s"page has ${positions.size} journals of $size but is not the last")
    else if (positions.isEmpty) Some("page is empty")
    else if (inOrder.zip(inOrder.drop(1)).exists { case (one, other) => !one.isBefore(other) })
      Some("page is out of order")
    else None
  }
}

private[tuning] object Page {
  private[tuning] val attribute = "page"
  private val mapper = new ObjectMapper()

  /** The page that was read before in this walk. */
  def of(session: Session): Option[Page] = session(attribute).asOption[Page]

  def forget(session: Session): Session = session.remove(attribute)

  /** Reads the service's JSON; anything else throws. */
  def read(body: Array[Byte]): Page = {
    val json = mapper.readTree(body)
    Page(
      json.required("journals").elements().asScala.map(position).toVector,
      Option(json.required("next")).filterNot(_.isNull).map(_.asText)
    )
  }

  private def position(journal: JsonNode): Position =
    Position(Instant.parse(journal.required("postedAt").asText), journal.required("id").asLong)
}

/** The order and the size of every page, within it and against the page before. */
private[tuning] object PageCheck {
  val orderedAndFull: HttpCheck =
    bodyBytes
      .transform(Page.read _)
      .validate("ordered and full", (page: Option[Page], session: Session) => judge(page, session))
      .saveAs(Page.attribute)

  private def judge(page: Option[Page], session: Session): Validation[Option[Page]] =
    page.flatMap(_.problem(session("size").as[String].toInt, Page.of(session))) match {
      case Some(problem) => problem.failure
      case None => page.success
    }
}
