package bottleneck.lab.explain.record

/** What the variants of an experiment differ in, as a number: connections, instances, threads.
  *
  * @param series
  *   what else they differ in, where each number is there several times: a chart has a series for each
  */
final case class Factor(name: String, value: Double, series: Option[String] = None)
