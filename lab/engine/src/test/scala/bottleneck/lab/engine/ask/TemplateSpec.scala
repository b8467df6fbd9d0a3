package bottleneck.lab.engine.ask

import java.time.Instant
import java.util.UUID
import org.scalatest.EitherValues
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class TemplateSpec extends AnyFlatSpec with Matchers with EitherValues {
  private val dollar = "$"

  private def rendered(text: String, variables: (String, String)*): String =
    Template.of(text).value.render(variables.toMap.get)

  private def of(function: String): String = rendered(s"{{$dollar$function}}")

  private def refused(text: String): String = Template.of(text).left.value.sentence

  "A template" should "hold what stands around its variables" in {
    rendered("") shouldBe ""
    rendered("""{"a":{"b":{}}}""") shouldBe """{"a":{"b":{}}}"""
    rendered("/a/{{id}}?x={{ id }}{{other}}", "id" -> "7", "other" -> "{{id}}") shouldBe "/a/7?x=7{{id}}"
    rendered("""{"a":{"b":{{json}}}}""", "json" -> "{}") shouldBe """{"a":{"b":{}}}"""
    rendered("{{missing}}") shouldBe "{{missing}}"
    Template.of("{{a}}{{b.c}}{{a}}").value.names shouldBe Vector("a", "b.c")
  }

  it should "make a number below the upper bound" in {
    val dice = Template.of(s"{{${dollar}random.integer(1, 4)}}").value
    Vector.fill(1000)(dice.render(_ => None)).toSet shouldBe Set("1", "2", "3")
    of("randomInt 7 8") shouldBe "7"
    of("random.integer(-1,0)") shouldBe "-1"
    of("randomInt").toInt should (be >= 0 and be < 1000)
  }

  it should "make identifiers, letters and the time" in {
    for (name <- Vector("random.uuid", "uuid", "guid")) {
      val made = Vector.fill(100)(UUID.fromString(of(name)))
      made.distinct should have size 100
      made.foreach(uuid => (uuid.version, uuid.variant) shouldBe ((4, 2)))
    }
    of("random.alphabetic(8)") should fullyMatch regex "[a-zA-Z]{8}"
    of("random.alphanumeric(300)") should fullyMatch regex "[a-zA-Z0-9]{300}"
    of("timestamp").toLong shouldBe Instant.now.getEpochSecond +- 2
  }

  it should "be refused if it cannot be understood" in {
    refused("a {{name\n") should include("{{ has no }} after it")
    refused(s"{{${dollar}random.integre(1,2)}}") shouldBe
      s"{{${dollar}random.integre(1,2)}} is unknown: write {{${dollar}random.integer(1,100)}}."
    for (arguments <- Vector("", "()", "(5,5)", "(9,1)", "(1)", "(a,b)", "(1,99999999999999999999)"))
      refused(s"{{${dollar}random.integer$arguments}}") should include("has arguments that it does not take")
    refused(s"{{${dollar}random.alphabetic(0)}}") should include("alphabetic(8)")
    refused("{{login.response.body.$.token}}") should include("# @take name = $.field")
    refused("{{}}") should include("is no variable")
  }
}
