package bottleneck.lab.figures

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ErrorKindSpec extends AnyFlatSpec with Matchers {
  "A message of Gatling" should "have the kind of failure that it tells" in
    Vector(
      "i.n.c.ConnectTimeoutException: connection timed out after 10000 ms: /127.0.0.1:8080" -> "connection timed out",
      "i.g.h.c.i.RequestTimeoutException: Request timeout to localhost/127.0.0.1:8080 after 30000 ms" -> "request timed out",
      "j.n.ConnectException: finishConnect(..) failed with error(-111): Connection refused" -> "connection refused",
      "j.i.IOException: Premature close" -> "connection closed",
      "j.n.SocketException: Connection reset" -> "connection closed",
      "j.n.BindException: Cannot assign requested address: /127.0.0.1:80" -> "no local port left",
      "jsonPath($.title).find.notExists, but actually found No database connection" -> "no database connection",
      "jsonPath($.title).find.notExists, but actually found Database out of resources" -> "database out of resources",
      "bodyString.find.answer, Bulkhead is full" -> "refused by the bulkhead",
      "status.find.in([200, 209], 304), found 503" -> "status 503",
      "status.find.is(200), but actually found 500" -> "status 500",
      "bodyBytes.find.transform.ordered and full, page is out of order" -> "wrong answer",
      "jsonPath($.id).find.is(7), but actually found 8" -> "wrong answer",
      "jsonPath($.id).find.exists, found nothing" -> "wrong answer"
    ).foreach { case (message, kind) => withClue(message)(ErrorKind.of(message) shouldBe Some(kind)) }

  it should "have none when nobody knows it" in {
    ErrorKind.of("boom") shouldBe None
    ErrorKind.of("") shouldBe None
  }

  "Failures of a kind" should "be counted over all its messages" in {
    val errors = Map("Premature close" -> 2L, "Connection reset by peer" -> 3L, "Request timeout" -> 5L, "?" -> 7L)
    ErrorKind.times(errors, "connection closed") shouldBe 5
    ErrorKind.times(errors, ErrorKind.noDatabaseConnection) shouldBe 0
  }
}
