package bottleneck.lab.parts.metrics

import java.io.FileInputStream
import java.lang.Long.parseLong
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.{Files, Path}
import scala.util.{Try, Using}

/** Metrics of service instances and network that only Linux reports. */
private[metrics] object LinuxSources {
  val proc: Path = Path.of("/proc")

  /** Sources whose files exist: none on other systems. */
  def of(parts: WatchedParts, proc: Path = proc): Vector[Source] = {
    val processes = parts.instances.map(instance => instance.name -> instance.pid)
    val ports = parts.instances.map(instance => instance.name -> instance.port)
    (compilers(parts.jvms, proc) ++
      where(proc, tasks)(ThreadCounters.contextSwitches(processes, proc)) ++
      where(proc, "net/tcp")(new LinuxConnections(ports, proc)) ++
      where(proc, "net/netstat")(new LinuxNetwork(proc))).toVector
  }

  /** CPU time of compilers; none where the system does not report that of threads. */
  def compilers(jvms: Vector[(String, Long)], proc: Path): Option[Source] =
    where(proc, tasks)(ThreadCounters.compilers(jvms, proc))

  private val tasks = "self/task"

  private def where(proc: Path, needed: String)(source: => Source): Option[Source] =
    Option.when(Files.isReadable(proc.resolve(needed)))(source)
}

/** TCP connections of instances (name and port), as Linux lists them in `/proc/net/tcp` and `/proc/net/tcp6`, see
  * proc(5): those in the listen queue, which the service has not accepted yet, and all that are established, these
  * included. Nothing of an instance that does not listen.
  */
private[metrics] final class LinuxConnections(instances: Vector[(String, Int)], proc: Path) extends Source {
  import LinuxConnections._

  private val ports = instances.map(_._2).toSet

  override def columns: Vector[String] =
    instances.flatMap { case (name, _) => Vector(s"$name.backlog_connections", s"$name.established_connections") }

  override def sample(): Vector[Option[Double]] = {
    val sockets = lines(proc).map(read).filter(socket => ports(socket.port)).toVector.distinct.groupBy(_.port)
    instances.flatMap { case (_, port) => counts(sockets.getOrElse(port, Vector.empty)) }
  }

  private def counts(sockets: Vector[Socket]): Vector[Option[Double]] = {
    val listeners = sockets.filter(_.state == listening)
    Vector(listeners.map(_.received).sum, sockets.count(_.state == established).toLong)
      .map(connections => Option.when(listeners.nonEmpty)(connections.toDouble))
  }
}

private[lab] object LinuxConnections {
  val established = 0x01
  val listening = 0x0a

  /** A socket with its local port, and `remote` address and port in hexadecimal digits. `received` is the receive queue
    * in bytes; for a listening socket the accept queue in connections.
    */
  final case class Socket(port: Int, remote: String, state: Int, received: Long)

  /** Lines of both tables, as Java binds IPv4 addresses as IPv6 ones. The kernel gives them away piece by piece, and
    * while connections arrive some are listed twice: callers drop doubles.
    */
  def lines(proc: Path): Iterator[String] =
    Iterator("tcp", "tcp6").flatMap(LinuxProcesses.read(proc.resolve("net"), _)).flatMap(_.linesIterator.drop(1))

  /** Socket from a line like `0: 0100007F:1F90 00000000:0000 0A 00000000:00000003 …`: number, local and remote address
    * with ports, state, send queue and receive queue. Parsed by position, as there are tens of thousands of lines.
    */
  def read(line: String): Socket = {
    def after(from: Int): Int = line.indexOf(':', from) + 1
    def hex(from: Int, digits: Int): Long = parseLong(line, from, from + digits, 16)
    val localPort = after(after(0))
    val remotePort = after(localPort)
    val remote = line.substring(localPort + 5, remotePort + 4)
    Socket(hex(localPort, 4).toInt, remote, hex(remotePort + 5, 2).toInt, hex(after(remotePort), 8))
  }
}

/** Kernel counters of all TCP sockets of this network namespace, see `nstat`; empty where the kernel has none. */
private[metrics] final class LinuxNetwork(proc: Path) extends Source {
  import LinuxNetwork._

  override def columns: Vector[String] = (counters.map(_._1) :+ "somaxconn").map(column => s"network.$column")

  override def sample(): Vector[Option[Double]] = {
    val counted = LinuxProcesses.read(proc.resolve("net"), "netstat").fold(Map.empty[String, String])(extended)
    val most = setting(proc.resolve("sys/net/core/somaxconn"))
    (counters.map { case (_, name) => counted.get(name) } :+ most).map(_.flatMap(_.trim.toDoubleOption))
  }
}

private[lab] object LinuxNetwork {
  private val counters = Vector(
    // a connection, or the SYN of one, that came to a full listen queue
    "listen_overflows_total" -> "ListenOverflows",
    // whatever the reason
    "listen_drops_total" -> "ListenDrops",
    "syn_retransmits_total" -> "TCPSynRetrans"
  )

  private val prefix = "TcpExt:"

  /** Read at once: the kernel gives a setting only once, and Files.readString asks for one byte first. */
  def setting(file: Path): Option[String] =
    Try(Using.resource(new FileInputStream(file.toFile)) { input =>
      val bytes = new Array[Byte](32)
      new String(bytes, 0, math.max(0, input.read(bytes)), US_ASCII)
    }).toOption

  /** The extended counters of TCP, of a line with their names and one with their values. */
  def extended(netstat: String): Map[String, String] =
    netstat.linesIterator.filter(_.startsWith(prefix)).map(_.split(' ')).toVector match {
      case Vector(names, values) => names.zip(values).toMap
      case _ => Map.empty
    }
}
