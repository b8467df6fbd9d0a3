package bottleneck.lab.explain.record

import bottleneck.lab.explain.published.PublishedSetting

/** Names of a variant, which one simulation runs: all that a run knows of its study.
  *
  * @param study
  *   id of the study
  * @param factor
  *   numeric factor of the variant, if any
  * @param published
  *   names of the variant's figures in data/published.csv
  */
final case class Trial(
    study: String,
    variant: String,
    factor: Option[Factor] = None,
    published: Option[PublishedSetting] = None
)

/** Numeric factor in which the variants of an experiment differ: connections, instances, threads.
  *
  * @param series
  *   second factor, where each number occurs several times: a chart has a series for each
  */
final case class Factor(name: String, value: Double, series: Option[String] = None)
