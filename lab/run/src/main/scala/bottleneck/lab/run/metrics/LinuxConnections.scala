package bottleneck.lab.run.metrics

import java.lang.Long.parseLong
import java.nio.file.Path

/** TCP connections of instances, as Linux lists them in `/proc/net/tcp` and `/proc/net/tcp6`, see proc(5): those in the
  * listen queue, which the service has not accepted yet, and all that are established, these included. Nothing of an
  * instance that does not listen.
  *
  * @param instances
  *   name and port of each
  */
private[metrics] final class LinuxConnections(instances: Vector[(String, Int)], proc: Path) extends Source {
  import LinuxConnections._

  private val ports = instances.map(_._2).toSet

  override def columns: Vector[String] =
    instances.flatMap { case (name, _) => Vector(s"$name.backlog_connections", s"$name.established_connections") }

  override def sample(): Vector[Option[Double]] = {
    // Java binds IPv4 addresses as IPv6 ones
    val tables = Vector("tcp", "tcp6").flatMap(LinuxProcesses.read(proc.resolve("net"), _))
    val sockets = tables
      .flatMap(_.linesIterator.drop(1).map(read).filter(socket => ports(socket.port)))
      // the kernel gives the table away piece by piece, and while connections arrive some are listed twice
      .distinct
      .groupBy(_.port)
    instances.flatMap { case (_, port) => told(sockets.getOrElse(port, Vector.empty)) }
  }

  private def told(sockets: Vector[Socket]): Vector[Option[Double]] = {
    val listeners = sockets.filter(_.state == listening)
    Vector(listeners.map(_.received).sum, sockets.count(_.state == established).toLong)
      .map(connections => Option.when(listeners.nonEmpty)(connections.toDouble))
  }
}

private object LinuxConnections {
  private val established = 0x01
  private val listening = 0x0a

  /** @param port
    *   the local one
    * @param remote
    *   address and port, in hexadecimal digits
    * @param received
    *   what waits to be read, in bytes; of one that listens the connections that wait to be accepted
    */
  private final case class Socket(port: Int, remote: String, state: Int, received: Long)

  /** Of a line like `0: 0100007F:1F90 00000000:0000 0A 00000000:00000003 …`: number, local and remote address with
    * their ports, state, and what waits to be sent and to be read. By position, as there are tens of thousands of
    * lines.
    */
  private def read(line: String): Socket = {
    def after(from: Int): Int = line.indexOf(':', from) + 1
    def hex(from: Int, digits: Int): Long = parseLong(line, from, from + digits, 16)
    val localPort = after(after(0))
    val remotePort = after(localPort)
    val remote = line.substring(localPort + 5, remotePort + 4)
    Socket(hex(localPort, 4).toInt, remote, hex(remotePort + 5, 2).toInt, hex(after(remotePort), 8))
  }
}
