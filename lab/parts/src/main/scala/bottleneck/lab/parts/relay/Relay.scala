package bottleneck.lab.parts.relay

import bottleneck.lab.parts.host.{Daemon, FreePorts}
import bottleneck.lab.parts.process.{ChildProcess, Command, ProcessPart}
import java.io.{File, IOException}
import java.net.{InetAddress, InetSocketAddress, ServerSocket, Socket}
import java.nio.file.Path
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.locks.LockSupport
import scala.annotation.tailrec
import scala.concurrent.duration._

/** Stands for the network between clients and a server, both of this machine: what one sends reaches the other after
  * `oneWay`, in order. Connections are opened at once, and end as soon as either side ends.
  */
private[relay] final class Relay(listener: ServerSocket, serverPort: Int, oneWay: FiniteDuration) {

  def run(): Unit =
    try while (true) connect(listener.accept())
    catch { case _: IOException if listener.isClosed => () }

  private def connect(client: Socket): Unit =
    try {
      val server = new Socket(InetAddress.getLoopbackAddress, serverPort)
      Vector(client, server).foreach(_.setTcpNoDelay(true))
      new DelayedPipe(client, server, oneWay).start()
      new DelayedPipe(server, client, oneWay).start()
    } catch { case _: IOException => client.close() }
}

/** The relay as a program, so that its CPU time is nobody else's: `Relay PORT SERVER_PORT ONE_WAY_MICROS`. */
private[relay] object Relay {
  def main(arguments: Array[String]): Unit = {
    val Array(port, serverPort, oneWayMicros) = arguments: @unchecked
    val listener = new ServerSocket()
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress, port.toInt))
    new Relay(listener, serverPort.toInt, oneWayMicros.toLong.micros).run()
  }
}

/** One direction of a connection: what it reads `from` one socket it writes `to` another so much later. */
private final class DelayedPipe(from: Socket, to: Socket, oneWay: FiniteDuration) {
  import DelayedPipe._

  /** Bounded, so that a sender who is faster than the receiver has to wait. */
  private val underWay = new LinkedBlockingQueue[Chunk](mostUnderWay)

  def start(): Unit = {
    new Daemon("read", () => read(new Array[Byte](mostBytes))).start()
    new Daemon("write", () => write(isOpen = true)).start()
  }

  @tailrec private def read(buffer: Array[Byte]): Unit = {
    val count = orEnd(from.getInputStream.read(buffer))
    underWay.put(Chunk(buffer.take(math.max(0, count)), System.nanoTime() + oneWay.toNanos))
    if (count > 0) read(buffer)
  }

  /** Takes all that comes, also when nobody wants it any more: else the reader would wait for ever. */
  @tailrec private def write(isOpen: Boolean): Unit = {
    val chunk = underWay.take()
    awaitTime(chunk.dueNanos)
    val written = isOpen && !chunk.isEnd && orEnd { to.getOutputStream.write(chunk.bytes); 1 } > 0
    if (!written) Vector(from, to).foreach(_.close())
    if (!chunk.isEnd) write(written)
  }
}

private object DelayedPipe {
  private val mostBytes = 64 * 1024
  private val mostUnderWay = 128

  /** Bytes with their due time; an empty chunk ends the direction. */
  private final case class Chunk(bytes: Array[Byte], dueNanos: Long) {
    def isEnd: Boolean = bytes.isEmpty
  }

  private def orEnd(transfer: => Int): Int =
    try transfer
    catch { case _: IOException => -1 }

  @tailrec private def awaitTime(dueNanos: Long): Unit = {
    val left = dueNanos - System.nanoTime()
    if (left > 0) {
      LockSupport.parkNanos(left)
      awaitTime(dueNanos)
    }
  }
}

/** A running [[Relay]] in front of a server of this machine, which listens on `port` of the loopback interface. */
final class RelayProcess private (process: ChildProcess, val port: Int) extends ProcessPart(process) {

  def awaitReady(answers: => Boolean): Unit = process.awaitReady()(answers)
}

object RelayProcess {

  /** So little work that compilers and collectors would only take cores from what is measured. */
  private val flags = Vector("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-XX:-UsePerfData")

  /** Starts one, without waiting for it, through which a request and its answer take so much longer. */
  def start(serverPort: Int, roundTrip: FiniteDuration, logs: Path): RelayProcess = {
    val port = FreePorts.choose(1).head
    val program = Vector(java) ++ flags ++ Vector("-cp", classPath, classOf[Relay].getName)
    val arguments = program ++ Vector(port.toString, serverPort.toString, (roundTrip / 2).toMicros.toString)
    val command = Command("The relay", arguments, logs.resolve("relay.log"))
    new RelayProcess(ChildProcess.start(command), port)
  }

  private def java: String = Path.of(System.getProperty("java.home"), "bin", "java").toString

  /** Class path of this class and Scala's library. */
  private def classPath: String = Vector(classOf[Relay], classOf[Option[_]])
    .map(known => Path.of(known.getProtectionDomain.getCodeSource.getLocation.toURI).toString)
    .distinct
    .mkString(File.pathSeparator)
}
