package bottleneck.connectionpool

import bottleneck.lab.{Setup, Simulated}
import scala.concurrent.duration._

/** 300 ms a query: a connection is held for 600 ms. */
object ConnectionPoolAt300ms {
  def of(connections: Int): Setup = ConnectionPool.of(HoldingStudy.at300ms, connections, judged = 24.seconds)
}

final class Connections005At300ms extends Simulated(ConnectionPoolAt300ms.of(5))
final class Connections010At300ms extends Simulated(ConnectionPoolAt300ms.of(10))
final class Connections020At300ms extends Simulated(ConnectionPoolAt300ms.of(20))
final class Connections030At300ms extends Simulated(ConnectionPoolAt300ms.of(30))
final class Connections050At300ms extends Simulated(ConnectionPoolAt300ms.of(50))
final class Connections070At300ms extends Simulated(ConnectionPoolAt300ms.of(70))
final class Connections100At300ms extends Simulated(ConnectionPoolAt300ms.of(100))

/** More connections than threads: not published. */
final class Connections130At300ms extends Simulated(ConnectionPoolAt300ms.of(130))
