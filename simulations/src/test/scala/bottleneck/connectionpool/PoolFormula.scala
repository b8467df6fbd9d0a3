package bottleneck.connectionpool

import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.target.ClosedLoad
import scala.concurrent.duration._

/** The same statements without a delay: connections that work all the time (hikari's baseline, hikari/formula). */
abstract class PoolFormula(connections: Int)
    extends ConnectionPool(
      PoolFormulaStudy.trial(connections),
      PoolSetting(connections),
      PoolFormula.noDelay,
      _.choose(
        quick = ClosedLoad(users = 150, 1.second, settle = 6.seconds, 24.seconds, Some(PoolFormula.noDelay.warmUp)),
        full = ClosedLoad(users = 150, 140.seconds, settle = 6.seconds, 66.seconds, Some(PoolFormula.noDelay.warmUp))
      )
    )

object PoolFormula {
  private val noDelay = Holding(Duration.Zero)

  /** What the formula says for this machine, with one disk; 5 on 2 cores. */
  private[connectionpool] val formula: Int = SizingFormulas.connections(Threads.PerCore.number, spindles = 1)
}

final class ConnectionPerCoreWithoutDelay extends PoolFormula(Threads.PerCore.number)
final class ConnectionsByFormulaWithoutDelay extends PoolFormula(PoolFormula.formula)
final class ConnectionsTwiceFormulaWithoutDelay extends PoolFormula(2 * PoolFormula.formula)
final class ConnectionsTenTimesFormulaWithoutDelay extends PoolFormula(10 * PoolFormula.formula)
