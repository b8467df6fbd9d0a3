package bottleneck.lab.explain.record

import bottleneck.lab.explain.published.PublishedSetting

/** Names of a variant, which one simulation runs: all that a run knows of its study.
  *
  * @param study
  *   id of the study
  * @param factor
  *   what the variant differs in as a number, where it is one
  * @param published
  *   names of the variant's figures in data/published.csv
  */
final case class Trial(
    study: String,
    variant: String,
    factor: Option[Factor] = None,
    published: Option[PublishedSetting] = None
)

/** What the variants of an experiment differ in, as a number: connections, instances, threads.
  *
  * @param series
  *   what else they differ in, where each number is there several times: a chart has a series for each
  */
final case class Factor(name: String, value: Double, series: Option[String] = None)
