package bottleneck.lab.command

import bottleneck.lab.command.Terminal.Colour
import bottleneck.lab.figures._
import bottleneck.lab.figures.reading.RunFigures
import bottleneck.lab.report._

/** An `--expect`, its truth and lines that say why: a single comparison with its numbers; else the text, and below it
  * each comparison, without a sign, as `or` and `not` may make another truth of it.
  */
private[command] final case class Expectation(text: String, truth: Truth, lines: Vector[String]) {
  def sign: Expectations.Sign = Expectations.sign(truth)
}

/** The expectations of a run, in the order of the command line. */
private[command] final case class Expectations(all: Vector[Expectation]) {
  val sign: Expectations.Sign = Expectations.sign(all.map(_.truth).foldLeft[Truth](Truth.Yes)(_ and _))

  /** A test case for each: missed is a failure, undecided is skipped. */
  def junit(run: Run): String = {
    val cases = all.map { expectation =>
      val undecided = if (expectation.truth == Truth.Undecided) "undecided: " else ""
      JunitCase(run.simulation, expectation.text, expectation.truth, undecided + expectation.lines.mkString("; "))
    }
    Junit.render(run.simulation, cases, (run.lastMs - run.firstMs) / 1000.0, Some(run.start))
  }
}

private[command] object Expectations {

  /** Judges expectations. A log that is not complete can miss one, but not meet it. */
  def of(parsed: Vector[(String, Expr)], run: Run, baseline: Option[Run]): Either[Problem, Expectations] = {
    val gap = run.checks.find(check => check.name == RunFigures.completeness && !check.passed).map(_.sentence)
    def expectation(text: String, expr: Expr)(judgement: Judgement): Expectation = {
      val title = if (expr.isInstanceOf[Expr.Inequality]) Vector.empty else Vector(Table.printable(text))
      val note = gap.filter(_ => judgement.truth == Truth.Yes)
      val truth = if (note.isEmpty) judgement.truth else Truth.Undecided
      Expectation(text, truth, title ++ judgement.evidence ++ note)
    }
    Problem
      .each(parsed) { case (text, expr) => expr.judge(run, baseline).map(expectation(text, expr)) }
      .map(Expectations(_))
  }

  /** Form in which a truth is shown; `css` is the class of its badge on a page. */
  final case class Sign(word: String, symbol: String, css: String, colour: Colour, exitCode: Int)

  def sign(truth: Truth): Sign = truth match {
    case Truth.Yes => Sign("met", "✓", "sound", Colour.Good, exitCode = 0)
    case Truth.No => Sign("missed", "✗", "invalid", Colour.Bad, exitCode = 1)
    case Truth.Undecided => Sign("undecided", "?", "undecided", Colour.Amber, exitCode = 3)
  }
}
