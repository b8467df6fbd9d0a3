package bottleneck.lab.model

import java.io.ByteArrayInputStream
import javax.xml.parsers.DocumentBuilderFactory
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class JunitSpec extends AnyFlatSpec with Matchers {

  "A report of tests" should "count its cases and keep what a parser can read of their texts" in {
    val cases = Vector(
      JunitCase("group", "p95 < \"5\"", Truth.No, "bad \u0001 & \uffff"),
      JunitCase("group", "b", Truth.Yes, "good"),
      JunitCase("group", "c", Truth.Undecided, "who knows")
    )
    val parser = DocumentBuilderFactory.newInstance().newDocumentBuilder()
    val suite = parser.parse(new ByteArrayInputStream(Junit.render("all", cases).getBytes("UTF-8"))).getDocumentElement
    Vector("name", "tests", "failures", "skipped").map(suite.getAttribute) shouldBe Vector("all", "3", "1", "1")
    def message(element: String): String =
      suite.getElementsByTagName(element).item(0).getAttributes.getNamedItem("message").getNodeValue
    Vector("failure", "skipped").map(message) shouldBe Vector("bad  & ", "who knows")
    suite.getElementsByTagName("failure").item(0).getTextContent shouldBe "bad  & "
    suite
      .getElementsByTagName("testcase")
      .item(0)
      .getAttributes
      .getNamedItem("name")
      .getNodeValue shouldBe "p95 < \"5\""
    suite.getElementsByTagName("system-out").item(0).getTextContent shouldBe "good"
  }
}
