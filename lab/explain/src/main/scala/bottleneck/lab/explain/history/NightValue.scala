package bottleneck.lab.explain.history

/** What a night measured of one metric of a variant.
  *
  * @param night
  *   its place among all nights, from 0
  * @param value
  *   of the first run that counts
  * @param repeats
  *   of the night's other runs that count: they raise no suspicion, so they can confirm one
  */
final case class NightValue(night: Int, value: Double, repeats: Vector[Double] = Vector.empty) {
  require((value +: repeats).forall(one => one > 0 && !one.isInfinite), s"night $night needs finite values > 0")
}
