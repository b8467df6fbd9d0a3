package bottleneck.connectionpool

import bottleneck.lab.Simulated
import scala.concurrent.duration._

/** 300 ms a query: a connection is held for 600 ms. */
abstract class At300ms(connections: Int)
    extends Simulated(ConnectionPool.of(HoldingStudy.at300ms, connections, judged = 24.seconds))

final class Connections005At300ms extends At300ms(5)
final class Connections010At300ms extends At300ms(10)
final class Connections020At300ms extends At300ms(20)
final class Connections030At300ms extends At300ms(30)
final class Connections050At300ms extends At300ms(50)
final class Connections070At300ms extends At300ms(70)
final class Connections100At300ms extends At300ms(100)

/** More connections than threads: not published. */
final class Connections130At300ms extends At300ms(130)

/** 50 ms a query and 18 ms of other work: a connection is held for 118 ms. */
abstract class At50ms(connections: Int)
    extends Simulated(ConnectionPool.of(HoldingStudy.at50ms, connections, judged = 17.seconds))

final class Connections005At50ms extends At50ms(5)
final class Connections010At50ms extends At50ms(10)
final class Connections015At50ms extends At50ms(15)
final class Connections020At50ms extends At50ms(20)
final class Connections025At50ms extends At50ms(25)
final class Connections030At50ms extends At50ms(30)
final class Connections035At50ms extends At50ms(35)
final class Connections050At50ms extends At50ms(50)
