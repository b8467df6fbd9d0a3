package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.Result
import scalatags.Text.all._

/** A run second by second, over one x axis with the window shaded; what was not recorded is left out.
  *
  * @param id
  *   begins the ids of the charts
  */
private[page] final class TimeCharts(id: String, result: Result, files: RunDetails) {
  private val plot = new TimePlot(id, result, files)

  def charts: Vector[Frag] = new RequestCharts(plot, result, files).charts ++ new PartCharts(plot).charts
}
