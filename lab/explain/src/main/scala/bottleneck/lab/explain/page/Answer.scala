package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.verdict.ExperimentFindings
import scalatags.Text.all._

/** The answer to an experiment's question, or why there is none yet. */
private[page] object Answer {

  def of(findings: ExperimentFindings): Frag =
    findings.answer.fold(none(findings))(answer => frag(p(cls := "answer")(answer), disturbed(findings)))

  /** Maven command that runs the simulations that match the patterns. */
  def command(patterns: Vector[String]): String = s"mvn gatling:test -Dgatling.includes='${patterns.mkString(",")}'"

  /** Disturbed runs behind the answer, with their expanded uncertainty. */
  private def disturbed(findings: ExperimentFindings): Option[Frag] = {
    val told = for {
      run <- findings.evidence.variants.filter(_.counted.nonEmpty).map(_.typical)
      if run.result.isDisturbed
      budget <- findings.evidence.uncertainty(run)
      largest = budget.largest.fold("")(check => s" ($check)")
    } yield s"'${run.result.run.variant}' ±${Numbers.percent(budget.expanded)}$largest"
    Option.when(told.nonEmpty)(
      p(cls := "note")(
        s"It counts disturbed runs, where there is no sound one; in brackets the check that widens the range most: ${told.mkString(", ")}."
      )
    )
  }

  private def none(findings: ExperimentFindings): Frag = {
    val lacking = findings.evidence.variants.filter(_.counted.isEmpty)
    val skipped = findings.evidence.skipped
    val reason =
      if (!findings.hasRuns && skipped.nonEmpty) "all of its variants were skipped"
      else if (!findings.hasRuns) "it has not run yet"
      else if (lacking.isEmpty) "its runs do not allow one"
      else if (lacking == findings.evidence.variants) "none of its runs counts"
      else s"no run counts of ${lacking.map(variant => s"'${variant.name}'").mkString(", ")}"
    p(cls := "unanswered")(s"No answer yet: $reason.")
  }
}
