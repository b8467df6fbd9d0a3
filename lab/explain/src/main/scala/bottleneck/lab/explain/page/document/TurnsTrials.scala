package bottleneck.lab.explain.page.document

import bottleneck.lab.model.Numbers
import bottleneck.lab.statistics.TurnsRatio
import java.util.regex.Matcher
import org.hipparchus.stat.StatUtils

/** Table of comparisons by turns whose truth is known: of two JVMs of one jar, and of one that takes longer. */
private[document] object TurnsTrials {
  private val table = "(?s)(<!-- trials -->\n).*?(<!-- end of trials -->)".r

  /** `page` with its marked table written anew; `trials` is docs/by-turns.jsonl, a comparison in each line. */
  def replaced(page: String, trials: String): String =
    table.replaceAllIn(page, found => Matcher.quoteReplacement(s"${found.group(1)}${rows(trials)}\n${found.group(2)}"))

  private def rows(trials: String): String = {
    val all = trials.linesIterator.map(ujson.read(_)).toVector
    val names = all.map(_("trial").str).distinct
    Markdown.table(
      Vector(
        "trial",
        "runs",
        "its interval contains 1",
        "it shows slower",
        "new ÷ old",
        "half-width",
        "its CPU time",
        "pairs"
      ),
      names.map(name => row(name, all.filter(_("trial").str == name)))
    )
  }

  private def row(name: String, runs: Vector[ujson.Value]): Vector[String] = {
    def median(of: ujson.Value => Double): Double = StatUtils.percentile(runs.map(of).toArray, 50)
    def throughput(run: ujson.Value): TurnsRatio = {
      val ratio = run("throughput")
      TurnsRatio(ratio("value").num, ratio("low").num, ratio("high").num, ratio("n").num.toInt, joined = 1)
    }
    Vector(
      name,
      runs.size.toString,
      runs.map(throughput).count(of => of.low <= 1 && of.high >= 1).toString,
      runs.map(throughput).count(_.high < 1).toString,
      Numbers.fixed(median(throughput(_).value), 3),
      s"± ${Numbers.fixed(median(100 * throughput(_).halfWidth), 1)} %",
      Numbers.fixed(median(_("cpu")("value").num), 3),
      Numbers.fixed(median(_("pairs").arr.size.toDouble), 0)
    )
  }
}
