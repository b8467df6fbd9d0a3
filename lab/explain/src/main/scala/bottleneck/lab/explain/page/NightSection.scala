package bottleneck.lab.explain.page

import bottleneck.lab.explain.history.{Histories, Metric}
import bottleneck.lab.explain.verdict.Study
import scalatags.Text.all._

/** The series of an experiment over the nights: charts of each variant's throughput and of whatever changed, and a
  * table of all.
  */
private[page] object NightSection {

  def of(study: Study, histories: Histories, links: Links): Vector[Frag] = {
    val series = histories.of(study)
    if (series.isEmpty) Vector.empty
    else {
      val drawn = series.filter(one => one.metric == Metric.Throughput || one.change.isDefined)
      Vector(
        p(a(href := links.nights)("The nights of all experiments")),
        div(cls := "charts")(new NightCharts(histories).of(drawn)),
        tag("details")(tag("summary")("All metrics"), new NightTable(histories).of(series))
      )
    }
  }
}
