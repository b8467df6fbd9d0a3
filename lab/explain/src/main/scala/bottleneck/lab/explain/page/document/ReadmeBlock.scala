package bottleneck.lab.explain.page.document

import bottleneck.lab.explain.page.Overview
import bottleneck.lab.explain.verdict.{ExperimentFindings, Findings}
import java.util.regex.Matcher
import scala.util.matching.Regex

/** Results block of README: the end of a run on the console, and the answers of the experiments that its mark names,
  * with all variants (`a`) or some (`a: one; another`).
  */
private[document] object ReadmeBlock {
  private val console = "(?s)(<!-- console: ([^>]+?) -->\n).*?(<!-- end of console -->)".r
  private val timed = "(?s)(<!-- (commands) -->\n).*?(<!-- end of commands -->)".r
  private val answers = "(?s)(<!-- findings: ([^>]+?) -->\n).*?(<!-- end of findings -->)".r

  /** `readme` with its marked blocks written anew, without marks as it is; `commands` is docs/commands.json. */
  def replaced(readme: String, findings: Findings, commands: String): String = {
    val withTimes = block(timed, readme)(_ => times(ujson.read(commands)))
    val withConsole = block(console, withTimes)(ids => Vector("```") ++ lines(ids.flatMap(find(findings, _))) :+ "```")
    block(answers, withConsole)(_.flatMap(id => find(findings, id).flatMap(answer)))
  }

  private def times(measured: ujson.Value): Vector[String] = {
    def minutes(seconds: ujson.Value): String = s"${seconds.num.toInt / 60}:%02d".format(seconds.num.toInt % 60)
    val commands = measured("commands").arr.toVector
    val widest = commands.map(_("command").str.length).max
    val lines = commands.map { of =>
      val again = of.obj.get("again").map(seconds => s" the first time, then ${minutes(seconds)}").mkString
      s"${of("command").str.padTo(widest, ' ')}   # ${of("about").str}, ${minutes(of("first"))}$again"
    }
    ("```sh" +: lines) ++ Vector(s"# minutes:seconds ${measured("on").str}", "```")
  }

  /** The experiments of the console's block: those of the headline. */
  def headline(readme: String, findings: Findings): Vector[ExperimentFindings] =
    console.findFirstMatchIn(readme).toVector.flatMap(names).flatMap(find(findings, _))

  private def names(found: Regex.Match): Vector[String] = found.group(2).split(',').toVector.map(_.trim)

  private def block(mark: Regex, text: String)(write: Vector[String] => Vector[String]): String =
    mark.replaceAllIn(
      text,
      found => {
        val lines = write(names(found))
        Matcher.quoteReplacement(s"${found.group(1)}${lines.map(_ + "\n").mkString}${found.group(3)}")
      }
    )

  private def find(findings: Findings, name: String): Option[ExperimentFindings] = {
    val (id, some) = name.span(_ != ':')
    val variants = some.drop(1).split(';').map(_.trim).filter(_.nonEmpty).toSet
    findings.experiments.find(_.study.id == id).map { found =>
      if (variants.isEmpty) found
      else found.copy(evidence = found.evidence.copy(found.evidence.variants.filter(of => variants(of.name))))
    }
  }

  private def lines(experiments: Vector[ExperimentFindings]): Vector[String] =
    (Overview.lines(experiments.flatMap(_.evidence.variants.map(_.shown)), experiments.flatMap(_.answer)) :+
      "results: file:///…/simulations/target/gatling/index.html").map("[lab] " + _)

  private def answer(findings: ExperimentFindings): Option[String] = {
    val study = findings.study
    findings.answer.map(answer => Markdown.item(s"[${study.title}](docs/results.md#${study.id}): $answer"))
  }
}
