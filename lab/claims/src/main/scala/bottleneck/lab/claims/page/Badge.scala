package bottleneck.lab.claims.page

import bottleneck.lab.claims.verdict.{JudgedStatement, Variant, Verdict}
import bottleneck.lab.figures.Check
import bottleneck.lab.figures.record.{Result, Soundness}
import bottleneck.lab.report.Page.badge
import bottleneck.lab.report.{Items, RowLook}
import scalatags.Text.all._

/** Verdicts in colour, with a symbol and a word, as some readers cannot see the colour. */
private[page] object Badge {
  def of(verdict: Verdict): Frag = badge(css(verdict), symbol(verdict), verdict.name)

  def of(judged: JudgedStatement): Frag = badge(css(judged.verdict), symbol(judged.verdict), judged.verdictName)

  def counted(verdict: Verdict, count: Int): Frag =
    badge(css(verdict), symbol(verdict), s"$count ${verdict.name}")

  def counts(runs: Vector[Result]): Vector[Frag] = for {
    (kind, symbol) <- symbols.toVector
    count = runs.count(_.soundness.name == kind)
    if count > 0
  } yield span(badge(kind, symbol, s"$count $kind"), " ")

  def of(result: Result): Frag = result.soundness match {
    case Soundness.Disturbed(by) =>
      badge("disturbed", symbols("disturbed"), s"disturbed: ${by.mkString(", ")}")
    case other => badge(other.name, symbols(other.name), other.name)
  }

  def of(check: Check): Frag = Soundness.of(Vector(check)) match {
    case Soundness.Sound if check.undecided => badge("undecided", "?", "cannot tell")
    case Soundness.Sound => badge("sound", "✓", "holds")
    case Soundness.Disturbed(_) => badge("disturbed", "~", "disturbs")
    case Soundness.Invalid(_) => badge("invalid", "!", "fails")
  }

  /** Name and soundness of a variant. */
  def beside(variant: Variant): Frag = frag(variant.name, " ", of(variant.shown))

  /** Why a run is not sound. */
  def objections(result: Result): Option[Items] = result.soundness match {
    case Soundness.Sound => None
    case Soundness.Disturbed(_) => Some(reasons("disturbances", result))
    case Soundness.Invalid(_) => Some(reasons("objections", result))
  }

  /** Label of a run that is not sound, shown beside its number. */
  def mark(result: Result): Option[String] = Option.unless(result.sound)(s"${result.soundness.name} run")

  /** The variant of a run, and what the run is called where it is not sound. */
  def named(result: Result): String = (result.run.variant +: mark(result).toVector).mkString(", ")

  /** Style of a table's row about a run. */
  def row(result: Result): RowLook = RowLook(if (result.sound) "" else result.soundness.name)

  private def reasons(css: String, result: Result): Items = {
    val all = if (result.objections.isEmpty) Vector("no check was recorded") else result.objections
    Items(all.map(frag(_)), css)
  }

  private val symbols = Map("sound" -> "✓", "disturbed" -> "~", "invalid" -> "!")

  private def css(verdict: Verdict): String = verdict.name.replace(' ', '-')

  private def symbol(verdict: Verdict): String = verdict match {
    case Verdict.Reproduced => "✓"
    case Verdict.Partly => "◐"
    case Verdict.Refuted => "≠"
    case Verdict.Undecided => "?"
    case Verdict.Untestable => "–"
    case Verdict.NotRun => "○"
  }
}
