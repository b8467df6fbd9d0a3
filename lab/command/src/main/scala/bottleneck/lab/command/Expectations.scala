package bottleneck.lab.command

import bottleneck.lab.command.Terminal.Colour
import bottleneck.lab.model.{Evidence, Expr, Judgement, Problem, Run, Truth}
import scalatags.Text.all._

/** What `--expect` says of a run, in the order of the command line. */
private[command] final case class Expectations(judged: Vector[(String, Judgement)]) {
  private def truth: Truth = judged.map(_._2.truth).foldLeft[Truth](Truth.Yes)(_ and _)

  /** Each comparison with its numbers. */
  def evidence: Vector[Evidence] = judged.flatMap(_._2.evidence)

  /** Each as a line of text. */
  def lines: Vector[String] = evidence.map(one => s"${Expectations.sign(one.truth).symbol} ${one.text}")

  /** All of them. */
  def sign: Expectations.Sign = Expectations.sign(truth)

  /** A test case for each comparison: missed is a failure, undecided is skipped. */
  def junit(run: Run): String = {
    val cases = judged.flatMap { case (text, judgement) => judgement.evidence.map(text -> _) }
    def count(truth: Truth): String = cases.count(_._2.truth == truth).toString
    val suite = tag("testsuite")(
      attr("name") := run.simulation,
      attr("tests") := cases.size.toString,
      attr("failures") := count(Truth.No),
      attr("errors") := "0",
      attr("skipped") := count(Truth.Undecided),
      attr("timestamp") := run.start.toString.stripSuffix("Z"),
      attr("time") := ((run.lastMs - run.firstMs) / 1000.0).toString
    )(cases.map { case (text, evidence) =>
      val outcome: Frag = evidence.truth match {
        case Truth.Yes => tag("system-out")(evidence.text)
        case Truth.No => tag("failure")(attr("message") := evidence.text)(s"${evidence.text}, in: $text")
        case Truth.Undecided => tag("skipped")(attr("message") := s"undecided: ${evidence.text}")
      }
      tag("testcase")(attr("classname") := run.simulation, attr("name") := evidence.comparison)(outcome)
    })
    s"""<?xml version="1.0" encoding="UTF-8"?>\n${suite.render.filter(Expectations.isXml)}\n"""
  }
}

private[command] object Expectations {
  def of(parsed: Vector[(String, Expr)], run: Run, baseline: Option[Run]): Either[Problem, Expectations] =
    Problem.each(parsed) { case (text, expr) => expr.judge(run, baseline).map(text -> _) }.map(Expectations(_))

  /** How a truth is shown.
    *
    * @param css
    *   class of its badge on a page
    */
  final case class Sign(word: String, symbol: String, css: String, colour: Colour, exitCode: Int)

  def sign(truth: Truth): Sign = truth match {
    case Truth.Yes => Sign("met", "✓", "sound", Colour.Good, exitCode = 0)
    case Truth.No => Sign("missed", "✗", "invalid", Colour.Bad, exitCode = 1)
    case Truth.Undecided => Sign("undecided", "?", "undecided", Colour.Amber, exitCode = 3)
  }

  private def isXml(char: Char): Boolean = char >= ' ' && char < '\ufffe' || "\t\n\r".contains(char)
}
