package bottleneck.connectionpool

import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.explain.result.Trial
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.{Load, WarmUp}
import scala.concurrent.duration._

/** Requests that hold a connection for a known time, of more users than the pool has connections (hikari/pool-300ms,
  * hikari/pool-50ms). The pool is the limit, then the threads, then the users: which, is told beforehand.
  */
abstract class ConnectionPool(
    trial: Trial,
    setting: PoolSetting,
    holding: Holding,
    loadAt: Scale => Load
) extends Experiment(trial, setting.target, loadAt) {
  measure(
    Workload(
      holding.requests,
      Vector(someAnswer),
      calibration = Some(holding.calibration),
      limits = if (holding.waits) setting.limits(holding.time, load.users) else Vector.empty,
      tolerance = Option.when(holding.waits)(ConnectionPool.tolerance),
      expectedFailures = Answer.expectedFailures
    )
  )
}

object ConnectionPool {

  /** Of pool ÷ holding time: what a request does beside waiting takes no more of a connection. */
  private val tolerance = 0.03

  /** The source's 150 users, who come at once; in full as slowly as there.
    *
    * @param judged
    *   a multiple of the holding time, so that no window has a turn of the pool more than another
    */
  private[connectionpool] def load(warmUp: FiniteDuration, judged: FiniteDuration)(scale: Scale): Load = scale.choose(
    quick = Load(users = 150, 2.seconds, settle = 6.seconds, 6.seconds + judged, Some(WarmUp(users = 4, warmUp))),
    full = Load(users = 150, 140.seconds, settle = 6.seconds, 66.seconds, Some(WarmUp(users = 4, warmUp)))
  )
}

/** 300 ms a query: a connection is held for 600 ms. */
abstract class ConnectionPoolAt300ms(connections: Int)
    extends ConnectionPool(
      HoldingStudy.at300ms.trial(connections),
      PoolSetting(connections),
      HoldingStudy.at300ms.holding,
      ConnectionPool.load(warmUp = 8.seconds, judged = 24.seconds)
    )

final class Connections005At300ms extends ConnectionPoolAt300ms(5)
final class Connections010At300ms extends ConnectionPoolAt300ms(10)
final class Connections020At300ms extends ConnectionPoolAt300ms(20)
final class Connections030At300ms extends ConnectionPoolAt300ms(30)
final class Connections050At300ms extends ConnectionPoolAt300ms(50)
final class Connections070At300ms extends ConnectionPoolAt300ms(70)
final class Connections100At300ms extends ConnectionPoolAt300ms(100)

/** More connections than threads: not published. */
final class Connections130At300ms extends ConnectionPoolAt300ms(130)

/** 50 ms a query: a connection is held for 100 ms. */
abstract class ConnectionPoolAt50ms(connections: Int)
    extends ConnectionPool(
      HoldingStudy.at50ms.trial(connections),
      PoolSetting(connections),
      HoldingStudy.at50ms.holding,
      ConnectionPool.load(warmUp = 12.seconds, judged = 16.seconds)
    )

final class Connections005At50ms extends ConnectionPoolAt50ms(5)
final class Connections010At50ms extends ConnectionPoolAt50ms(10)
final class Connections015At50ms extends ConnectionPoolAt50ms(15)
final class Connections020At50ms extends ConnectionPoolAt50ms(20)
final class Connections025At50ms extends ConnectionPoolAt50ms(25)
final class Connections030At50ms extends ConnectionPoolAt50ms(30)
final class Connections035At50ms extends ConnectionPoolAt50ms(35)
final class Connections050At50ms extends ConnectionPoolAt50ms(50)
