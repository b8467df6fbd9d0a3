package bottleneck.lab.explain.record

import bottleneck.lab.explain.theory.{PoolLimit, Prediction}

/** Expected outcome of a run by theory, set before its load, and the criteria that fail its build.
  *
  * @param limits
  *   throughput limit of each resource; the smallest is the prediction. With a warm-up, the limit of the cores is added
  * @param pool
  *   limit of the pool, by the hold time of connections in the calibration
  * @param tolerance
  *   tolerated relative error of the prediction
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
