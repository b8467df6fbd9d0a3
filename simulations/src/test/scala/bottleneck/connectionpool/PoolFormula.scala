package bottleneck.connectionpool

import bottleneck.lab.target.{Load, WarmUp}
import scala.concurrent.duration._

/** The same statements without a delay: connections that work all the time (hikari's baseline, hikari/formula). */
abstract class PoolFormula(connections: Int)
    extends ConnectionPool(
      PoolFormulaStudy.trial(connections),
      PoolSetting(connections),
      PoolFormula.noDelay,
      _.choose(
        quick = Load(users = 150, 1.second, settle = 6.seconds, 24.seconds, Some(WarmUp(users = 2, 22.seconds))),
        full = Load(users = 150, 140.seconds, settle = 6.seconds, 66.seconds, Some(WarmUp(users = 2, 22.seconds)))
      )
    )

object PoolFormula {
  private val noDelay = Holding(Duration.Zero)
}

final class Connections001WithoutDelay extends PoolFormula(1)
final class Connections002WithoutDelay extends PoolFormula(2)
final class Connections005WithoutDelay extends PoolFormula(5)
final class Connections010WithoutDelay extends PoolFormula(10)
final class Connections050WithoutDelay extends PoolFormula(50)
