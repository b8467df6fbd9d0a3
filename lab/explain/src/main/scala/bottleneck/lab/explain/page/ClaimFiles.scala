package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.JunitCase.Status
import bottleneck.lab.explain.verdict.{Agreement, JudgedClaim, JudgedStatement, Verdict}
import java.io.StringWriter
import javax.xml.stream.{XMLOutputFactory, XMLStreamWriter}
import ujson.{Arr, Bool, Null, Num, Obj, Str, Value}

/** Every claim with its verdict and those of its statements, as claims.json. */
object ClaimsJson {
  val file = "claims.json"

  def render(claims: Vector[JudgedClaim]): String = ujson.write(Arr.from(claims.map(claim)), indent = 2) + "\n"

  private def claim(claim: JudgedClaim): Obj = Obj(
    "id" -> Str(claim.id),
    "experiment" -> Str(claim.statements.head.published.study),
    "verdict" -> Str(claim.verdict.name),
    "statements" -> Arr.from(claim.statements.map(statement))
  )

  private def statement(judged: JudgedStatement): Obj = Obj(
    "id" -> Str(judged.published.id),
    "experiment" -> Str(judged.published.study),
    "statement" -> Str(judged.published.text),
    "kind" -> Str(judged.published.kind.name),
    "criterion" -> Str(judged.published.criterion),
    "why" -> Str(judged.published.why),
    "expected" -> Str(judged.expected.name),
    "verdict" -> Str(judged.verdict.name),
    "evidence" -> Str(judged.judgement.evidence),
    "agreement" -> judged.judgement.agreement.fold[Value](Null)(agreement),
    "exploratory" -> Bool(judged.exploratory)
  )

  private def agreement(all: Agreement): Obj = Obj(
    "share" -> Num(all.share),
    "needed" -> Num(Agreement.needed)
  )
}

/** Every statement as a JUnit test case: failed when its verdict is the opposite of the expected one, skipped when it
  * is undecided, untestable or not run.
  */
object ClaimsJunit {
  val file = "TEST-claims.xml"

  def render(statements: Vector[JudgedStatement]): String = JunitXml.render("claims", statements.map(testCase))

  private def testCase(judged: JudgedStatement): JunitCase =
    JunitCase(judged.published.study, s"${judged.published.id}: ${judged.published.text}", outcome(judged))

  private def outcome(judged: JudgedStatement): Status = {
    val verdict = s"${judged.verdict.name}: ${judged.judgement.evidence}"
    if (judged.surprises) Status.Failed(s"expected ${judged.expected.name}, but $verdict")
    else if (Verdict.decided(judged.verdict)) Status.Passed
    else Status.Skipped(verdict)
  }
}

/** A test case of a report.
  *
  * @param group
  *   its `classname`
  */
private[page] final case class JunitCase(group: String, name: String, outcome: JunitCase.Status)

private[page] object JunitCase {
  sealed trait Status

  object Status {
    case object Passed extends Status
    final case class Failed(message: String) extends Status
    final case class Skipped(message: String) extends Status
  }
}

/** A report of tests in the format of Maven Surefire, which Jenkins' `junit` reads. */
private[page] object JunitXml {
  import JunitCase.Status

  def render(suite: String, cases: Vector[JunitCase]): String = {
    val text = new StringWriter
    val xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text)
    xml.writeStartDocument("UTF-8", "1.0")
    xml.writeCharacters("\n")
    write(xml, suite, cases)
    xml.writeEndDocument()
    xml.close()
    text.append("\n").toString
  }

  private def write(xml: XMLStreamWriter, suite: String, cases: Vector[JunitCase]): Unit = {
    xml.writeStartElement("testsuite")
    attributes(
      xml,
      "name" -> suite,
      "tests" -> cases.size.toString,
      "failures" -> cases.map(_.outcome).count { case Status.Failed(_) => true; case _ => false }.toString,
      "errors" -> "0",
      "skipped" -> cases.map(_.outcome).count { case Status.Skipped(_) => true; case _ => false }.toString,
      "time" -> "0"
    )
    cases.foreach(testCase(xml, _))
    xml.writeCharacters("\n")
    xml.writeEndElement()
  }

  private def testCase(xml: XMLStreamWriter, test: JunitCase): Unit = {
    xml.writeCharacters("\n  ")
    xml.writeStartElement("testcase")
    attributes(xml, "classname" -> test.group, "name" -> test.name, "time" -> "0")
    test.outcome match {
      case Status.Failed(message) => told(xml, "failure", message)
      case Status.Skipped(message) => told(xml, "skipped", message)
      case Status.Passed => ()
    }
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
}
