package bottleneck.journal

import io.gatling.commons.validation._
import io.gatling.core.Predef._
import io.gatling.core.session.Session
import io.gatling.http.Predef._
import io.gatling.http.check.HttpCheck

/** The order and the size of every page, within it and against the page before. */
private[journal] object PageCheck {
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
