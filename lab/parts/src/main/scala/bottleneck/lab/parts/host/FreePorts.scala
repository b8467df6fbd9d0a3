package bottleneck.lab.parts.host

import bottleneck.lab.figures.settings.Refused
import java.net.{InetAddress, InetSocketAddress, ServerSocket}
import java.util.concurrent.{ConcurrentHashMap, ThreadLocalRandom}
import scala.util.Using

/** TCP ports of loopback that nobody listens on, below the range of outgoing connections (Linux: from 32768), so that a
  * load of many connections cannot take one between choice and use.
  */
object FreePorts {
  private val from = 15000
  private val until = 32000

  private val chosen = ConcurrentHashMap.newKeySet[Int]()

  /** `count` free ports that this JVM did not choose before: some time passes until a part listens on its port. */
  def choose(count: Int): Vector[Int] =
    Iterator
      .continually(ThreadLocalRandom.current().nextInt(from, until))
      .filter(port => isFree(port) && chosen.add(port))
      .take(count)
      .toVector

  /** Throws [[Refused]] where another process took the `port` since it was chosen for `part`. */
  def refuseTaken(port: Int, part: String): Unit =
    if (!isFree(port))
      throw new Refused(s"Port $port, chosen for $part, was taken by another process: run again.")

  def isFree(port: Int): Boolean = Using(new ServerSocket()) { socket =>
    socket.setReuseAddress(true)
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress, port))
  }.isSuccess
}
