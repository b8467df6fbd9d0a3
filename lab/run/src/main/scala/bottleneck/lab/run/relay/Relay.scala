package bottleneck.lab.run.relay

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress, ServerSocket, Socket}
import scala.concurrent.duration._

/** Stands for the network between clients and a server, both of this machine: what one sends reaches the other after
  * `oneWay`, in order. Connections are opened at once, and end as soon as either side ends.
  */
private[relay] final class Relay(listener: ServerSocket, serverPort: Int, oneWay: FiniteDuration) {

  /** Accepts clients until the listener is closed. */
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
