package bottleneck.lab.explain.page

import bottleneck.lab.explain.history.{Histories, MetricHistory}
import bottleneck.lab.explain.page.JunitCase.Outcome

/** Every series of the nights as a JUnit test case: failed by a confirmed regression alone, skipped where one is only
  * suspected, and where the nights are too few to tell.
  */
object HistoryJunit {
  val file = "TEST-history.xml"

  def render(histories: Histories): String = {
    val texts = new NightTexts(histories)
    JunitXml.render("history", histories.series.map(testCase(_, texts)))
  }

  private def testCase(of: MetricHistory, texts: NightTexts): JunitCase =
    JunitCase(of.experiment, s"${of.variant}: ${of.metric.name}", outcome(of, texts))

  private def outcome(of: MetricHistory, texts: NightTexts): Outcome = of.regression match {
    case Some(found) =>
      val told = s"${texts.change(of, found)}; ${texts.state(found)}"
      if (found.confirmed.isDefined) Outcome.Failed(told) else Outcome.Skipped(told)
    case None if of.watch.look.comparison.isEmpty =>
      Outcome.Skipped(s"${Numbers.counted(of.values.size, "night")} are too few to compare")
    case None => Outcome.Passed
  }
}
