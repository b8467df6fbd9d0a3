package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.history.{NightSeries, Nights}
import bottleneck.lab.explain.verdict.Study
import bottleneck.lab.page.PageParts
import scalatags.Text.all._

/** The newest night beside the earlier ones: a line per variant and metric, without a verdict. */
private[page] object NightsPage {
  private val columns = Columns.of("variant")(
    Columns.alone("experiment"),
    Columns.alone("metric"),
    Columns.alone("newest night"),
    Columns.alone("median of earlier nights"),
    Columns.alone("ratio"),
    Columns.alone("nights")
  )

  private val reading =
    "Sound runs alone. A variant's nights are those with the cores, Java, scale and load of its newest run; a night's value is the median of its runs. " +
      "Where cores are the limit, and for CPU time, values are those of a machine of speed 1."

  def render(nights: Nights, studies: Vector[Study], links: Links): String = {
    val titles = studies.map(study => study.id -> study.title).toMap
    PageParts.frame(
      "Nights · Bottleneck",
      frag(
        header(
          tag("nav")(a(href := links.index)("Bottleneck"), " · ", a(href := links.glossary)("Glossary")),
          h1("Nights"),
          p(cls := "lead")(summary(nights))
        ),
        PageParts.table("nights", columns.header, nights.series.map(row(_, titles, links))),
        p(cls := "note")(reading)
      ),
      links.styleSheet
    )
  }

  /** `12 nights, the newest of 2026-11-20 02:11 UTC.` */
  def summary(nights: Nights): String =
    s"${Numbers.counted(nights.began.size, "night")}, the newest of ${Numbers.at("uuuu-MM-dd HH:mm 'UTC'", nights.began.last)}."

  private def row(series: NightSeries, titles: Map[String, String], links: Links): Frag = columns.row(
    "",
    th(attr("scope") := "row", cls := "text")(series.variant),
    Vector(
      td(cls := "text")(a(href := links.experiment(series.experiment))(titles(series.experiment))),
      td(cls := "text")(series.metric.name),
      Page.number(Some(Numbers.plain(series.newest))),
      Page.number(Some(Numbers.plain(series.earlierMedian))),
      Page.number(Some(Numbers.fixed(series.ratio, 3))),
      Page.number(Some(series.nights.toString))
    )
  )
}
