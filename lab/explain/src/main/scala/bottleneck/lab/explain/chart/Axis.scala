package bottleneck.lab.explain.chart

/** What an axis shows.
  *
  * @param label
  *   the quantity with its unit
  * @param write
  *   a value as its ticks name it
  */
final case class Axis(label: String, scale: AxisScale, write: Double => String)
