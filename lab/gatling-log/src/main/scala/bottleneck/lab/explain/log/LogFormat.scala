package bottleneck.lab.explain.log

import java.nio.ByteOrder

/** What the reader and the writer of a simulation.log agree on, as Gatling 3.15's LogFileDataWriter has it. */
private[log] object LogFormat {

  /** The first byte of each record. */
  object Header {
    val run = 0
    val request = 1
    val user = 2
    val group = 3
    val error = 4
  }

  /** The byte after the content of a string. */
  object Coder {
    val latin1 = 0
    val utf16 = 1
  }

  /** Of UTF-16: the writer's own, which the log does not tell; that of all platforms that Gatling's users run. */
  val byteOrder: ByteOrder = ByteOrder.nativeOrder

  /** Gatling's own buffer in bytes: it cannot write anything longer. */
  val maxLength = 8192

  /** A week: no run is longer, and what keeps something for every second of a run must be able to. */
  val longestMs: Int = 7 * 24 * 3600 * 1000
}
