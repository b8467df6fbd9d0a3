package bottleneck.lab.explain.record

import bottleneck.lab.explain.theory.{PoolLimit, Prediction}

/** What theory expects of a run before its load, and what fails its build.
  *
  * @param limits
  *   what each resource allows by theory; the smallest is the prediction. Where there is a warm-up, what the cores
  *   allow is added
  * @param pool
  *   what the pool allows, by how long a request of the calibration held connections
  * @param tolerance
  *   the part of the prediction by which the throughput of the window may miss it
  * @param failures
  *   kinds of failures (`ErrorKind`) that requests may have
  * @param sentBySecond
  *   whether the result has requests by the second in which they were sent
  */
final case class Expectation(
    limits: Vector[Prediction] = Vector.empty,
    pool: Option[PoolLimit] = None,
    tolerance: Option[Double] = None,
    failures: Vector[String] = Vector.empty,
    sentBySecond: Boolean = false
)
