package bottleneck.lab.run.metrics

import java.io.FileInputStream
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.Path
import scala.util.{Try, Using}

/** What Linux counts of all TCP sockets together, see `nstat`: of the machine or, in a container, of its network
  * namespace. A cell is empty where the kernel has no such counter.
  */
private[metrics] final class LinuxNetwork(proc: Path) extends Source {
  import LinuxNetwork._

  override def columns: Vector[String] = (counters.map(_._1) :+ "somaxconn").map(column => s"network.$column")

  override def sample(): Vector[Option[Double]] = {
    val counted = LinuxProcesses.read(proc.resolve("net"), "netstat").fold(Map.empty[String, String])(extended)
    val most = setting(proc.resolve("sys/net/core/somaxconn"))
    (counters.map { case (_, name) => counted.get(name) } :+ most).map(_.flatMap(_.trim.toDoubleOption))
  }
}

private object LinuxNetwork {
  private val counters = Vector(
    // a connection, or the SYN of one, that came to a full listen queue
    "listen_overflows_total" -> "ListenOverflows",
    // whatever the reason
    "listen_drops_total" -> "ListenDrops",
    "syn_retransmits_total" -> "TCPSynRetrans"
  )

  private val prefix = "TcpExt:"

  /** Read at once: the kernel gives no more than the first piece of a setting, and Files.readString asks for one byte.
    */
  private def setting(file: Path): Option[String] =
    Try(Using.resource(new FileInputStream(file.toFile)) { input =>
      val bytes = new Array[Byte](32)
      new String(bytes, 0, math.max(0, input.read(bytes)), US_ASCII)
    }).toOption

  /** The extended counters of TCP, of a line with their names and one with their values. */
  private def extended(netstat: String): Map[String, String] =
    netstat.linesIterator.filter(_.startsWith(prefix)).map(_.split(' ')).toVector match {
      case Vector(names, values) => names.zip(values).toMap
      case _ => Map.empty
    }
}
