package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.ExperimentFindings
import scalatags.Text.all._

/** The answer to an experiment's question, or why there is none yet. */
private[report] object Answer {

  def of(findings: ExperimentFindings): Frag =
    findings.study.answer(findings.evidence).fold(none(findings))(answer => p(cls := "answer")(answer))

  /** What a user types to run the simulations of a `pattern`. */
  def command(pattern: String): String = s"mvn gatling:test -Dgatling.includes='$pattern'"

  private def none(findings: ExperimentFindings): Frag = {
    val lacking = findings.evidence.variants.filter(_.sound.isEmpty)
    val skipped = findings.evidence.skipped
    val reason =
      if (!findings.hasRuns && skipped.nonEmpty) "all of its variants were skipped"
      else if (!findings.hasRuns) "it has not run yet"
      else if (lacking.isEmpty) "its sound runs do not allow one"
      else if (lacking == findings.evidence.variants) "none of its runs is sound"
      else s"there is no sound run of ${lacking.map(variant => s"'${variant.name}'").mkString(", ")}"
    p(cls := "unanswered")(s"No answer yet: $reason.")
  }
}
