package bottleneck.lab.claims.page.document

import bottleneck.lab.claims.page.Overview
import bottleneck.lab.claims.verdict.{ExperimentFindings, Findings}
import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.settings.{Properties, Property}
import bottleneck.lab.figures.statistics.TurnsRatio
import java.util.regex.Matcher
import org.hipparchus.stat.StatUtils
import scala.util.matching.Regex

/** Marked blocks of a document, which are written anew; one without marks stays as it is. */
private[document] object MarkedBlocks {
  private val console = "(?s)(<!-- console: ([^>]+?) -->\n).*?(<!-- end of console -->)".r
  private val timed = "(?s)(<!-- (commands) -->\n).*?(<!-- end of commands -->)".r
  private val trials = "(?s)(<!-- (trials) -->\n).*?(<!-- end of trials -->)".r
  private val properties = "(?s)(<!-- properties: ([^>]+?) -->\n).*?(<!-- end of properties -->)".r
  private val answers = "(?s)(<!-- findings: ([^>]+?) -->\n).*?(<!-- end of findings -->)".r

  /** README with the times of docs/commands.json, the end of a run on the console, and the answers of the experiments
    * that a mark names, with all variants (`a`) or some (`a: one; another`).
    */
  def inReadme(readme: String, findings: Findings, commands: String): String = {
    val withTimes = block(timed, readme)(_ => times(ujson.read(commands)))
    val withConsole = block(console, withTimes)(ids => Vector("```") ++ lines(ids.flatMap(find(findings, _))) :+ "```")
    block(answers, withConsole)(_.flatMap(id => find(findings, id).flatMap(answer(_, "docs/results.md"))))
  }

  /** A page of docs/explanation with the answers of the experiments that its marks name, and what follows from them. */
  def withAdvice(page: String, findings: Findings): String = block(answers, page)(
    _.flatMap(find(findings, _)).flatMap { of =>
      answer(of, "../results.md").toVector.flatMap(_ +: of.advice.map(Markdown.item(_)))
    }
  )

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

  /** A page with a table of the comparisons by turns of docs/by-turns.jsonl, one in each line, whose truth is known: of
    * two JVMs of one jar, and of one that takes longer.
    */
  def ofTrials(page: String, lines: String): String = {
    val all = lines.linesIterator.map(ujson.read(_)).toVector
    val byName = all.map(_("trial").str).distinct.map(name => name -> all.filter(_("trial").str == name))
    block(trials, page)(_ => Vector(trialTable(byName)))
  }

  private def trialTable(trials: Vector[(String, Vector[ujson.Value])]): String = {
    def median(runs: Vector[ujson.Value])(of: ujson.Value => Double): Double =
      StatUtils.percentile(runs.map(of).toArray, 50)
    def throughput(run: ujson.Value): TurnsRatio = {
      val ratio = run("throughput")
      TurnsRatio(ratio("value").num, ratio("low").num, ratio("high").num, ratio("n").num.toInt, joined = 1)
    }
    Markdown.table(trials)(
      ("trial", _._1),
      ("runs", _._2.size.toString),
      ("its interval contains 1", _._2.map(throughput).count(of => of.low <= 1 && of.high >= 1).toString),
      ("it shows slower", _._2.map(throughput).count(_.high < 1).toString),
      ("new ÷ old", of => Numbers.fixed(median(of._2)(throughput(_).value), 3)),
      ("half-width", of => s"± ${Numbers.fixed(median(of._2)(100 * throughput(_).halfWidth), 1)} %"),
      ("its CPU time", of => Numbers.fixed(median(of._2)(_("cpu")("value").num), 3)),
      ("pairs", of => Numbers.fixed(median(of._2)(_("pairs").arr.size.toDouble), 0))
    )
  }

  /** A page with the tables of properties of the groups that its marks name. */
  def ofProperties(page: String): String = block(properties, page) { ids =>
    Properties.groups.filter(group => ids.contains(group.id)).map { group =>
      val columns = Vector[(String, Property[Any] => String)](
        ("property", of => s"`${of.name}`"),
        ("default", of => if (of.default.isEmpty) "–" else s"`${of.default}`"),
        ("meaning", _.about)
      )
      Markdown.table(group.all)(columns.filter(_._1 != "default" || group.all.exists(_.default.nonEmpty)): _*)
    }
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
    (Overview.lines(experiments.flatMap(_.shown), experiments.flatMap(_.answer)) :+
      "results: file:///…/simulations/target/gatling/index.html").map("[lab] " + _)

  private def answer(findings: ExperimentFindings, results: String): Option[String] = {
    val study = findings.study
    findings.answer.map(answer => Markdown.item(s"[${study.title}]($results#${study.id}): $answer"))
  }
}
