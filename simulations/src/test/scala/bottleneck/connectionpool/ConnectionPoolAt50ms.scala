package bottleneck.connectionpool

import bottleneck.lab.{Setup, Simulated}
import scala.concurrent.duration._

/** 50 ms a query: a connection is held for 100 ms. */
object ConnectionPoolAt50ms {
  def of(connections: Int): Setup = ConnectionPool.of(HoldingStudy.at50ms, connections, judged = 16.seconds)
}

final class Connections005At50ms extends Simulated(ConnectionPoolAt50ms.of(5))
final class Connections010At50ms extends Simulated(ConnectionPoolAt50ms.of(10))
final class Connections015At50ms extends Simulated(ConnectionPoolAt50ms.of(15))
final class Connections020At50ms extends Simulated(ConnectionPoolAt50ms.of(20))
final class Connections025At50ms extends Simulated(ConnectionPoolAt50ms.of(25))
final class Connections030At50ms extends Simulated(ConnectionPoolAt50ms.of(30))
final class Connections035At50ms extends Simulated(ConnectionPoolAt50ms.of(35))
final class Connections050At50ms extends Simulated(ConnectionPoolAt50ms.of(50))
