package bottleneck.lab.claims.page

import bottleneck.lab.claims.verdict.{ExperimentFindings, Skip, Topic}
import bottleneck.lab.figures.Numbers
import bottleneck.lab.report.{Details, Html, Items, Part}
import scalatags.Text.all._

/** The answer to an experiment's question, or why there is none yet. */
private[page] object Answer {
  def of(findings: ExperimentFindings): Frag =
    findings.answer.fold(none(findings))(answer => frag(p(cls := "answer")(answer), disturbed(findings)))

  def command(patterns: Vector[String]): String = s"mvn gatling:test -Dgatling.includes='${patterns.mkString(",")}'"

  private def disturbed(findings: ExperimentFindings): Option[Frag] = {
    val ranges = for {
      run <- findings.evidence.variants.filter(_.counted.nonEmpty).map(_.typical)
      if run.result.isDisturbed
      budget <- run.uncertaintyOfRepeats
      largest = budget.largest.fold("")(check => s" ($check)")
    } yield s"'${run.result.run.variant}' ±${Numbers.percent(budget.expanded)}$largest"
    Option.when(ranges.nonEmpty)(
      p(cls := "note")(
        s"It counts disturbed runs, where there is no sound one; in brackets the check that widens the range most: ${ranges.mkString(", ")}."
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

/** Experiments without a run: one command for all, and for each topic a folded list with a command of its own. */
private[page] object NotRun {
  private val all = "mvn gatling:test -Pnightly"

  def of(experiments: Vector[ExperimentFindings], run: Vector[ExperimentFindings], links: Links): Vector[Part] = {
    val topics = IndexPage.byTopic(experiments)
    val everything = duration((run ++ experiments).flatMap(_.study.topic).distinct)
    val command = Html(p("Run everything", everything, ": ", code(all)), isEmpty = topics.isEmpty)
    command +: topics.map { case (topic, ofTopic) => list(topic, ofTopic, links) }
  }

  private def list(topic: Option[Topic], experiments: Vector[ExperimentFindings], links: Links): Part = {
    val patterns = experiments.flatMap(_.study.simulations)
    val command =
      Option.when(patterns.nonEmpty)(p("Run them", duration(topic.toVector), ": ", code(Answer.command(patterns))))
    val items = experiments.map { findings =>
      val study = findings.study
      val skipped = SkipList.of(findings.evidence.skipped).html
      frag(a(href := links.experiment(study.id))(study.title), ": ", study.question, skipped)
    }
    val title = s"${topic.fold("Experiments")(_.title)}: ${Numbers.counted(experiments.size, "experiment")}"
    Details(title, Vector(Html(command.toVector), Items(items)))
  }

  private def duration(topics: Vector[Topic]): String = {
    val minutes = topics.map(_.minutes).sum
    if (minutes == 0) ""
    else if (minutes < 90) s", at most about $minutes minutes"
    else s", about ${Numbers.fixed(minutes / 60.0, 0)} hours"
  }
}

private[page] object SkipList {
  def of(skips: Vector[Skip]): Part = Items(
    skips.map(skip => frag(strong(skip.variant), s" was skipped, ${Numbers.minute(skip.at)}: ", skip.reason)),
    "note"
  )
}
