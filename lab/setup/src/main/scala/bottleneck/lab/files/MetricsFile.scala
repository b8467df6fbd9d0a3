package bottleneck.lab.files

/** A row of metrics per second, which is written during a run and read after it. */
object MetricsFile {
  val name = "metrics.csv"

  /** Its first column: milliseconds since the epoch. */
  val time = "at_ms"

  /** By how much the clock of that was set since the first row. */
  val clockAhead = "machine.clock_ahead_ms"
}
