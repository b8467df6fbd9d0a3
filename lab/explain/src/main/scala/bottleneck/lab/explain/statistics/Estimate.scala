package bottleneck.lab.explain.statistics

/** A fitted value and its 95 % interval; an end may be infinite where the data does not bound it. */
final case class Estimate(value: Double, low: Double, high: Double)
