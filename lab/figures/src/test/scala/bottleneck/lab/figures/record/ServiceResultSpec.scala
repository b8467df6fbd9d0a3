package bottleneck.lab.figures.record

import bottleneck.lab.figures.Estimate
import java.nio.charset.StandardCharsets.UTF_8
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ServiceResultSpec extends AnyFlatSpec with Matchers {
  private def recorded(file: String): String = new String(getClass.getResourceAsStream(file).readAllBytes, UTF_8)

  private def parsed(text: String): ServiceResult =
    ServiceResult.parse(text).fold(problem => fail(problem.sentence), identity)

  "An answer and a comparison" should "be written as they were read" in {
    ServiceResult.files.foreach(file => ServiceResult.render(parsed(recorded(file))) shouldBe recorded(file))
    parsed(recorded(AskResult.file)) should matchPattern { case _: AskResult => }
    parsed(recorded(CompareResult.file)).ratios shouldBe Vector("throughput" -> Estimate(0.907, Some((0.891, 0.923))))
  }

  they should "be read without what early ones lack, and whatever later ones add" in {
    val json = ujson.read(recorded(AskResult.file))
    Vector("endedAt", "lines", "confirmation", "conditions", "absences", "statements", "cpu", "goal").foreach(
      json.obj.remove(_)
    )
    json("levels").arr.foreach(_.obj.remove("failures"))
    json("colour") = "blue"
    parsed(ujson.write(json)).endedAt shouldBe None
  }

  they should "have null for a number that JSON does not have" in {
    val json = ujson.read(recorded(AskResult.file))
    json("levels")(0)("response") = ujson.Null
    json("limits")(0)("high") = ujson.Null
    ujson.read(ServiceResult.render(parsed(ujson.write(json)))) shouldBe json
  }
}
