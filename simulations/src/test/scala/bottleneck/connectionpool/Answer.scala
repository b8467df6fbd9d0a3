package bottleneck.connectionpool

import bottleneck.lab.explain.result.ErrorKind
import io.gatling.commons.validation._
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import io.gatling.http.check.HttpCheck

/** What the service answers: what was asked for, or that no connection was free in time, by its title and not by its
  * text, which names other numbers each time.
  */
private[connectionpool] object Answer {
  val checks: Vector[HttpCheck] = Vector(
    status.in(200, 503),
    bodyString.transform(refusal).validate("answer", (refused: Option[Option[String]], _: Session) => judge(refused))
  )

  /** A user who finds no connection in time is told so: that failure is expected where the pool is too small. */
  val expectedFailures: Vector[String] = Vector(ErrorKind.noDatabaseConnection)

  private val title = """(?s).*"title":"([^"]+)".*""".r

  private def refusal(body: String): Option[String] = body match {
    case title(text) => Some(text)
    case _ => None
  }

  private def judge(refused: Option[Option[String]]): Validation[Option[Option[String]]] = refused.flatten match {
    case Some(reason) => reason.failure
    case None => refused.success
  }
}
