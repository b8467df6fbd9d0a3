package bottleneck.lab.figures.files

/** A row of metrics per second, which is written during a run and read after it. */
object MetricsFile {
  val name = "metrics.csv"

  /** Its first column: milliseconds since the epoch. */
  val time = "at_ms"

  /** Step of the machine's clock since the first row, in ms. */
  val clockAhead = "machine.clock_ahead_ms"
}
