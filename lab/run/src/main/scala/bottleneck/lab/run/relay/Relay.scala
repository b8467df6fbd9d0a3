package bottleneck.lab.run.relay

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress, ServerSocket, Socket}
import java.nio.file.Path
import scala.concurrent.duration._

/** Stands for the network between clients and a server, both of this machine: what one sends reaches the other after
  * the time that the network takes, in order. Connections are opened at once, and end as soon as either side ends.
  */
private[relay] final class Relay(listener: ServerSocket, serverPort: Int, network: Network) {

  /** Accepts clients until the listener is closed. */
  def run(): Unit =
    try while (true) connect(listener.accept())
    catch { case _: IOException if listener.isClosed => () }

  private def connect(client: Socket): Unit =
    try {
      val way = network.way()
      val server = new Socket(InetAddress.getLoopbackAddress, serverPort)
      Vector(client, server).foreach(_.setTcpNoDelay(true))
      new DelayedPipe(client, server, way).start()
      new DelayedPipe(server, client, way).start()
    } catch { case _: IOException => client.close() }
}

/** The relay as a program, so that its CPU time is nobody else's: `Relay PORT SERVER_PORT ORDERS`, a file that says how
  * the network is and that may change at any time.
  */
private[relay] object Relay {
  private val look = 20.millis

  def main(arguments: Array[String]): Unit = {
    val Array(port, serverPort, orders) = arguments: @unchecked
    val listener = new ServerSocket()
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress, port.toInt))
    val network = new Network(Network.Order.read(Path.of(orders)))
    val watch = new Thread(
      () =>
        while (true) {
          network.obey(Network.Order.read(Path.of(orders)))
          Thread.sleep(look.toMillis)
        },
      "orders"
    )
    watch.setDaemon(true)
    watch.start()
    new Relay(listener, serverPort.toInt, network).run()
  }
}
