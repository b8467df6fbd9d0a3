package bottleneck.lab.explain.page

import bottleneck.lab.explain.history.{Histories, Look, MetricHistory}
import scalatags.Text.all._

/** The newest night of each series beside those before it. */
private[page] final class NightTable(histories: Histories) {
  private val texts = new NightTexts(histories)

  def of(series: Vector[MetricHistory]): Vector[Frag] =
    if (series.isEmpty) Vector.empty
    else Vector(Page.table("nights", "numbers", columns.header, series.map(row)), p(cls := "note")(reading))

  private val columns = Columns(
    "variant",
    Vector(
      Columns.alone("metric"),
      Columns.alone("nights"),
      Columns.group("newest nights ÷ baseline")("ratio of medians", "Mann–Whitney p", "smallest detectable"),
      Columns.group("newest change point")("night", "ratio of levels", "t-test p"),
      Columns.alone("state")
    )
  )

  private def row(of: MetricHistory): Frag = {
    val look = of.watch.look
    val compared = look.comparison
    val numbers = Vector(
      Some(of.values.size.toString),
      compared.map(found => Numbers.fixed(found.ratio, 3)),
      compared.map(found => NightTexts.probability(found.pValue)),
      texts.smallest(of).map(Numbers.percent),
      look.change.map(_ => texts.name(of.values(of.watch.since + look.at).night)),
      look.change.map(point => Numbers.fixed(point.ratio, 3)),
      look.change.map(point => NightTexts.probability(point.pValue))
    )
    columns.row(
      "",
      th(attr("scope") := "row", cls := "text")(of.variant),
      td(cls := "text")(of.metric.name) +: numbers.map(Page.number(_)) :+ td(cls := "text")(state(of))
    )
  }

  private def state(of: MetricHistory): Frag = of.change match {
    case Some(found) => frag(Badge.of(of, found), div(cls := "note")(texts.state(found)))
    case None if of.watch.look.comparison.isEmpty => "too few nights"
    case None =>
      texts.smallest(of).fold("no change")(part => s"no detectable difference of ${Numbers.percent(part)} or more")
  }

  private def reading: String =
    s"Compared are the newest ${Look.newest} nights with those before them since the last confirmed change, at most 50 nights in all. " +
      s"The smallest detectable difference is shown by four of five such comparisons at ${Numbers.percent(Look.rate)}, where no other series is tested. ${NightTexts.promise} " +
      "Where cores are the limit, and for CPU time, values are those of a machine of speed 1."
}
