package bottleneck.lab.explain.chart

/** A part of the x axis in which something happened, with what it was. */
final case class Band(label: String, from: Double, to: Double)
