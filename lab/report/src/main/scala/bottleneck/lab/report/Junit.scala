package bottleneck.lab.report

import bottleneck.lab.figures.Truth
import java.time.Instant
import scalatags.Text.all._

/** A test case, with its `classname` and why it came out so: `No` is a failure, `Undecided` is skipped. */
final case class JunitCase(group: String, name: String, truth: Truth, message: String)

/** A report of tests in the format of Maven Surefire, which Jenkins' `junit` reads. */
object Junit {
  def render(
      suite: String,
      cases: Vector[JunitCase],
      seconds: Double = 0,
      start: Option[Instant] = None
  ): String = {
    def count(truth: Truth): String = cases.count(_.truth == truth).toString
    val all = tag("testsuite")(
      attr("name") := suite,
      attr("tests") := cases.size.toString,
      attr("failures") := count(Truth.No),
      attr("errors") := "0",
      attr("skipped") := count(Truth.Undecided),
      attr("time") := seconds.toString,
      start.map(at => attr("timestamp") := at.toString.stripSuffix("Z"))
    )(cases.map(of => frag("\n  ", testCase(of))), "\n")
    s"""<?xml version="1.0" encoding="UTF-8"?>\n${all.render.filter(isAllowed)}\n"""
  }

  private def testCase(of: JunitCase): Frag = {
    val outcome = of.truth match {
      case Truth.Yes => tag("system-out")(of.message)
      case Truth.No => tag("failure")(attr("message") := of.message)(of.message)
      case Truth.Undecided => tag("skipped")(attr("message") := of.message)
    }
    tag("testcase")(attr("classname") := of.group, attr("name") := of.name, attr("time") := "0")(outcome)
  }

  /** XML 1.0 has fewer characters (§2.2) than what failed a request may hold. */
  private def isAllowed(char: Char): Boolean = char >= ' ' && char < '\ufffe' || "\t\n\r".contains(char)
}
