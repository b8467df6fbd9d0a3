package bottleneck.lab.log

import java.nio.ByteOrder

/** Format of a simulation.log: its bytes tell it, as versions do not. Source: Gatling's LogFileDataWriter. */
sealed abstract class LogFormat(val label: String)

object LogFormat {

  /** Gatling 3.13 and later. */
  case object Binary extends LogFormat("binary")

  /** Lines of fields between tabs, up to Gatling 3.12: indices of the field that names the record and of the groups of
    * a request, and number of its timestamps, of which its start is the first and its end the last.
    */
  sealed abstract class Text(label: String, val kind: Int, val groups: Int, val times: Int) extends LogFormat(label) {

    /** Whether users have numbers, and the times of both their arrival and their departure. */
    def numbersUsers: Boolean = this != Text34
  }

  case object Text21 extends Text("text 2.1", kind = 2, groups = 3, times = 4)
  case object Text23 extends Text("text 2.3", kind = 0, groups = 3, times = 2)
  case object Text30 extends Text("text 3.0–3.3", kind = 0, groups = 2, times = 2)
  case object Text34 extends Text("text 3.4–3.12", kind = 0, groups = 1, times = 2)

  /** The first byte of each binary record. */
  private[log] object Header {
    val (run, request, user, group, error) = (0, 1, 2, 3, 4)
  }

  /** The byte after the content of a binary string. */
  private[log] object Coder {
    val (latin1, utf16) = (0, 1)
  }

  /** Byte order of UTF-16: this machine's own, as a log does not record that of its writer. So does Gatling. */
  private[log] val byteOrder: ByteOrder = ByteOrder.nativeOrder

  /** Bytes of the longest string, assertion or line: Gatling's buffer is 8 KiB unless its configuration says more. */
  private[log] val maxLength = 1 << 20

  /** Greatest number of scenarios or assertions. */
  private[log] val maxNames = 10000

  /** Greatest number of groups within each other. */
  private[log] val maxDepth = 1000

  /** A week: no run is longer, and what keeps something for every second of a run must be able to. */
  private[log] val longestMs: Int = 7 * 24 * 3600 * 1000

  /** An hour: a clock that is set by more at once is damage. */
  private[log] val longestSetBackMs: Int = 3600 * 1000
}
