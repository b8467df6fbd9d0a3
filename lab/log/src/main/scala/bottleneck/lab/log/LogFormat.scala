package bottleneck.lab.log

import java.nio.ByteOrder

/** Format of a simulation.log, shared by reader and writer; as in Gatling 3.15's LogFileDataWriter. */
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

  /** Byte order of UTF-16: the writer's native one, which the log does not record; assumed equal to this machine's. */
  val byteOrder: ByteOrder = ByteOrder.nativeOrder

  /** Gatling's own buffer in bytes: it cannot write anything longer. */
  val maxLength = 8192

  /** A week: no run is longer, and what keeps something for every second of a run must be able to. */
  val longestMs: Int = 7 * 24 * 3600 * 1000
}
