package bottleneck.lab.run.host

import java.net.{InetAddress, InetSocketAddress, ServerSocket}
import java.util.concurrent.ThreadLocalRandom
import scala.util.Using

/** TCP ports of the loopback interface that nobody listens on.
  *
  * They lie below the range that systems hand out to outgoing connections (Linux: from 32768), so a load of many
  * connections cannot take one between choice and use.
  */
object FreePorts {
  private val from = 15000
  private val until = 32000

  /** `count` different free ports. */
  def choose(count: Int): Vector[Int] =
    Iterator
      .continually(ThreadLocalRandom.current().nextInt(from, until))
      .filter(isFree)
      .distinct
      .take(count)
      .toVector

  def isFree(port: Int): Boolean = Using(new ServerSocket()) { socket =>
    socket.setReuseAddress(true)
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress, port))
  }.isSuccess
}
