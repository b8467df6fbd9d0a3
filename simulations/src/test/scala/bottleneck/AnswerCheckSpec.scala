package bottleneck

import bottleneck.lab.figures.ErrorKind
import io.gatling.commons.validation.Failure
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AnswerCheckSpec extends AnyFlatSpec with Matchers {
  private def kind(body: Option[String]): Option[String] = AnswerCheck.refusal(body) match {
    case Failure(message) => ErrorKind.of(s"bodyString.find.answer, $message")
    case _ => None
  }

  "A refusal" should "be told by its title" in {
    val body =
      """{"detail":"HikariPool-1 - Connection is not available, request timed out after 3001ms (total=5, active=5, idle=0, waiting=94)","instance":"/hold","status":503,"title":"No database connection"}"""
    kind(Some(body)) shouldBe Some(ErrorKind.noDatabaseConnection)
    AnswerCheck.refusal(Some(body)) shouldBe Failure("No database connection")
  }

  it should "be a wrong answer where it gives no reason, which no experiment expects" in
    Vector(None, Some(""), Some("<html>503</html>"), Some("""{"status":503}""")).foreach { body =>
      kind(body) shouldBe Some("wrong answer")
    }
}
