package bottleneck.lab.explain.page.document

import bottleneck.lab.explain.page.{ShareChart, Site}
import bottleneck.lab.explain.verdict.ExperimentFindings

/** Charts as files of their own, which follow the colour scheme of their reader. */
private[document] object Picture {

  /** Published, predicted and measured throughput. */
  def headline(experiments: Vector[ExperimentFindings]): String =
    ShareChart.of("headline", experiments).fold("no result of the headline\n")(_.standalone(Site.chartStyle))
}
