package bottleneck

import bottleneck.Dsl._
import io.gatling.commons.validation._
import io.gatling.http.Predef.Response
import io.gatling.http.check.HttpCheck

/** An answer with status 200; a refusal fails by its title and not by its text, which names other numbers each time. */
private[bottleneck] object AnswerCheck {
  val checks: Vector[HttpCheck] = Vector(
    status.in(200, 503),
    checkIf((response: Response, _: Session) => response.status.code == 503)(
      bodyString.validate("answer", (body: Option[String], _: Session) => refusal(body))
    )
  )

  /** A request that gets no connection in time fails: that is expected where the pool is too small. */
  val expectedFailures: Vector[String] = Vector(ErrorKind.noDatabaseConnection)

  private val title = """(?s).*"title":"([^"]+)".*""".r

  private[bottleneck] def refusal(body: Option[String]): Validation[Option[String]] = body match {
    case Some(title(reason)) => reason.failure
    case _ => "status 503 without a reason".failure
  }
}
