package bottleneck.lab.explain.page

import bottleneck.lab.explain.verdict.{JudgedStatement, Verdict}
import java.io.StringWriter
import javax.xml.stream.{XMLOutputFactory, XMLStreamWriter}

/** Every statement as a JUnit test case: failed when its verdict is the opposite of the expected one, skipped when it
  * is undecided, untestable or not run (the format of Maven Surefire's reports, which Jenkins' `junit` reads).
  */
object ClaimsJunit {
  val file = "TEST-claims.xml"

  def render(statements: Vector[JudgedStatement]): String = {
    val text = new StringWriter
    val xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text)
    xml.writeStartDocument("UTF-8", "1.0")
    xml.writeCharacters("\n")
    suite(xml, statements)
    xml.writeEndDocument()
    xml.close()
    text.append("\n").toString
  }

  private def suite(xml: XMLStreamWriter, statements: Vector[JudgedStatement]): Unit = {
    xml.writeStartElement("testsuite")
    attributes(
      xml,
      "name" -> "claims",
      "tests" -> statements.size.toString,
      "failures" -> statements.count(_.surprises).toString,
      "errors" -> "0",
      "skipped" -> statements.count(skipped).toString,
      "time" -> "0"
    )
    statements.foreach(testCase(xml, _))
    xml.writeCharacters("\n")
    xml.writeEndElement()
  }

  private def testCase(xml: XMLStreamWriter, judged: JudgedStatement): Unit = {
    xml.writeCharacters("\n  ")
    xml.writeStartElement("testcase")
    attributes(
      xml,
      "classname" -> judged.experiment,
      "name" -> s"${judged.published.id}: ${judged.published.text}",
      "time" -> "0"
    )
    val verdict = s"${judged.verdict.name}: ${judged.judgement.evidence}"
    if (judged.surprises) told(xml, "failure", s"expected ${judged.expected.name}, but $verdict")
    else if (skipped(judged)) told(xml, "skipped", verdict)
    xml.writeEndElement()
  }

  private def told(xml: XMLStreamWriter, element: String, message: String): Unit = {
    xml.writeEmptyElement(element)
    attributes(xml, "message" -> message)
  }

  private def attributes(xml: XMLStreamWriter, values: (String, String)*): Unit =
    values.foreach { case (name, value) => xml.writeAttribute(name, allowed(value)) }

  /** XML 1.0 has fewer characters (§2.2) than what failed a request may hold. */
  private def allowed(text: String): String = text
    .codePoints()
    .filter(c => c == '\t' || c == '\n' || (0x20 <= c && c <= 0xd7ff) || (0xe000 <= c && c <= 0xfffd) || c >= 0x10000)
    .toArray
    .map(Character.toString)
    .mkString

  private def skipped(judged: JudgedStatement): Boolean =
    !Verdict.decided(judged.verdict)
}
