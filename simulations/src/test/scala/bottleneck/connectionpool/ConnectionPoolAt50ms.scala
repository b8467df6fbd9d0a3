package bottleneck.connectionpool

import scala.concurrent.duration._

/** 50 ms a query: a connection is held for 100 ms. */
abstract class ConnectionPoolAt50ms(connections: Int)
    extends ConnectionPool(
      HoldingStudy.at50ms.trial(connections),
      PoolSetting(connections),
      HoldingStudy.at50ms.holding,
      ConnectionPool.load(HoldingStudy.at50ms.holding, judged = 16.seconds)
    )

final class Connections005At50ms extends ConnectionPoolAt50ms(5)
final class Connections010At50ms extends ConnectionPoolAt50ms(10)
final class Connections015At50ms extends ConnectionPoolAt50ms(15)
final class Connections020At50ms extends ConnectionPoolAt50ms(20)
final class Connections025At50ms extends ConnectionPoolAt50ms(25)
final class Connections030At50ms extends ConnectionPoolAt50ms(30)
final class Connections035At50ms extends ConnectionPoolAt50ms(35)
final class Connections050At50ms extends ConnectionPoolAt50ms(50)
