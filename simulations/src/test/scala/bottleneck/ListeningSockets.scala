package bottleneck

import java.net.InetAddress
import java.nio.ByteBuffer
import java.nio.ByteOrder.{nativeOrder, LITTLE_ENDIAN}
import java.nio.file.{Files, Path}
import java.util.HexFormat
import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._
import scala.util.{Try, Using}

/** Listening sockets of processes on Linux: TCP sockets that listen, and UDP sockets open to any sender. */
object ListeningSockets {
  private val listening = "0A"
  private val unconnected = "07"
  private val tables = Vector("tcp" -> listening, "tcp6" -> listening, "udp" -> unconnected, "udp6" -> unconnected)
  private val socket = """socket:\[(\d+)\]""".r

  def isKnown: Boolean = Files.isReadable(Path.of("/proc/net/tcp"))

  /** Address and port of each. */
  def of(processes: Vector[ProcessHandle]): Vector[(InetAddress, Int)] = {
    val inodes = processes.flatMap(process => sockets(process.pid)).toSet
    for {
      (table, state) <- tables
      file = Path.of("/proc/net", table)
      if Files.isReadable(file)
      row <- Files.readAllLines(file).asScala.toVector.drop(1).map(_.trim.split("\\s+"))
      if row(3) == state && inodes(row(9))
    } yield address(row(1))
  }

  /** Inodes of a process that may have ended meanwhile. */
  private def sockets(pid: Long): Vector[String] =
    Try(Using.resource(Files.list(Path.of(s"/proc/$pid/fd")))(_.toScala(Vector)))
      .getOrElse(Vector.empty)
      .flatMap(file => Try(Files.readSymbolicLink(file).toString).toOption)
      .collect { case socket(inode) => inode }

  /** Parses `ADDRESS:PORT`; an address is one or four 32-bit words, each in native byte order. */
  private def address(text: String): (InetAddress, Int) = {
    val host = text.takeWhile(_ != ':')
    val bytes = HexFormat.of().parseHex(host)
    val words = if (nativeOrder == LITTLE_ENDIAN) bytes.grouped(4).flatMap(_.reverse).toArray else bytes
    (InetAddress.getByAddress(ByteBuffer.wrap(words).array), Integer.parseInt(text.drop(host.length + 1), 16))
  }
}
