package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.verdict.{ExperimentFindings, Topic}
import scalatags.Text.all._

/** Experiments without a run: one command for all, and for each topic a folded list with a command of its own. */
private[page] object NotRun {
  private val all = "mvn gatling:test -Pnightly"

  /** @param run
    *   experiments with runs: the command for all runs them again
    */
  def of(experiments: Vector[ExperimentFindings], run: Vector[ExperimentFindings], links: Links): Vector[Frag] = {
    val topics = IndexPage.byTopic(experiments)
    if (topics.isEmpty) Vector.empty
    else
      p("Run everything", duration((run ++ experiments).flatMap(_.study.topic).distinct), ": ", code(all)) +: topics
        .map { case (topic, ofTopic) =>
          list(topic, ofTopic, links)
        }
  }

  private def list(topic: Option[Topic], experiments: Vector[ExperimentFindings], links: Links): Frag = {
    val patterns = experiments.flatMap(_.study.simulations)
    tag("details")(
      tag("summary")(topic.fold("Experiments")(_.title), s": ${Numbers.counted(experiments.size, "experiment")}"),
      Option.when(patterns.nonEmpty)(
        p("Run them", duration(topic.toVector), ": ", code(Answer.command(patterns)))
      ),
      ul(experiments.map { findings =>
        val study = findings.study
        li(
          a(href := links.experiment(study))(study.title),
          ": ",
          study.question,
          SkipList.of(findings.evidence.skipped)
        )
      })
    )
  }

  private def duration(topics: Vector[Topic]): String = {
    val minutes = topics.map(_.minutes).sum
    if (minutes == 0) ""
    else if (minutes < 90) s", at most about $minutes minutes"
    else s", about ${Numbers.fixed(minutes / 60.0, 0)} hours"
  }
}
