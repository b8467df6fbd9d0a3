package bottleneck.lab.figures.record

import bottleneck.lab.figures.theory.{Limit, PoolLimit}

/** Names of a variant, which one simulation runs: all that a run knows of its study. */
final case class Trial(
    study: String,
    variant: String,
    factor: Option[Factor] = None,
    published: Option[PublishedSetting] = None
)

/** Numeric factor in which the variants of an experiment differ; where numbers occur several times, a chart has a line
  * for each `series`.
  */
final case class Factor(name: String, value: Double, series: Option[String] = None)

/** Expected outcome of a run by theory, set before its load, and what fails its build: other kinds of failures
  * (`ErrorKind`), and a throughput further than `tolerance`, a relative error, from the smallest of the `limits`. After
  * a warm-up those of the cores and of the `pool` are added. With `sentBySecond` the result has requests by the second
  * in which they were sent.
  */
final case class Expectation(
    limits: Vector[Limit] = Vector.empty,
    pool: Option[PoolLimit] = None,
    tolerance: Option[Double] = None,
    failures: Vector[String] = Vector.empty,
    sentBySecond: Boolean = false
)
