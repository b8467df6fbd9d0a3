package bottleneck.lab.explain.page.document

import bottleneck.lab.explain.page.{ShareChart, Site}
import bottleneck.lab.explain.verdict.Findings

/** Charts as files of their own, which follow the colour scheme of their reader. */
private[document] object Picture {

  /** Published, predicted and measured throughput of the experiments with these ids. */
  def headline(findings: Findings, ids: Set[String]): String = {
    val experiments = findings.experiments.filter(found => ids(found.study.id))
    ShareChart.of("headline", experiments).fold("no result of the headline\n")(_.standalone(Site.chartStyle))
  }
}
