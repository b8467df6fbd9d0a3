package bottleneck.lab.run.relay

import bottleneck.lab.run.relay.Network.Order
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._

/** How the network is now. */
private[relay] final class Network(first: Order) {
  private val order = new AtomicReference(first)

  def obey(now: Order): Unit = order.set(now)

  /** What a connection that is made now will find. */
  def way(): Way = {
    val made = order.get.lost
    new Way(order.get, made)
  }

  /** What a connection finds: the time of one way, until nothing comes through any more. */
  final class Way(current: => Order, made: Int) {
    def oneWay: FiniteDuration = current.oneWay
    def isLost: Boolean = current.lost > made
  }
}

private[relay] object Network {

  /** How the network is to be.
    *
    * @param lost
    *   how often it has lost all connections
    */
  final case class Order(oneWay: FiniteDuration, lost: Int) {
    def text: String = s"${oneWay.toMicros} $lost"
  }

  object Order {
    def read(file: Path): Order = {
      val Array(micros, lost) = Files.readString(file).split(' '): @unchecked
      Order(micros.toLong.micros, lost.toInt)
    }
  }
}
