package bottleneck.connectionpool

import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.{ByTurns, Setup, Simulated}
import bottleneck.lab.target.ClosedLoad
import scala.concurrent.duration._

/** The same statements without a delay: connections that work all the time (hikari's baseline, hikari/formula). */
object PoolFormula {
  def of(connections: Int): Setup = ConnectionPool.of(
    PoolFormulaStudy.trial(connections),
    PoolSetting(connections),
    noDelay,
    _.choose(
      quick = ClosedLoad(users = 150, 1.second, settle = 6.seconds, 24.seconds, Some(noDelay.warmUp)),
      full = ClosedLoad(users = 150, 140.seconds, settle = 6.seconds, 66.seconds, Some(noDelay.warmUp))
    )
  )

  private val noDelay = Holding(Duration.Zero)

  /** Pool size by the formula for this machine, with one disk; 5 on 2 cores. */
  private[connectionpool] val formula: Int = SizingFormulas.connections(Threads.PerCore.number, spindles = 1)

  /** Larger pools that it is compared with. */
  private[connectionpool] val larger: Vector[Int] = Vector(2 * formula, 10 * formula)

  private[connectionpool] def sizes: Vector[Int] = Threads.PerCore.number +: formula +: larger

  /** More than a large pool has connections, with a short line before a small one. */
  private[connectionpool] val usersByTurns = 60
}

final class ConnectionPerCoreWithoutDelay extends Simulated(PoolFormula.of(Threads.PerCore.number))
final class ConnectionsByFormulaWithoutDelay extends Simulated(PoolFormula.of(PoolFormula.formula))
final class ConnectionsTwiceFormulaWithoutDelay extends Simulated(PoolFormula.of(PoolFormula.larger.head))
final class ConnectionsTenTimesFormulaWithoutDelay extends Simulated(PoolFormula.of(PoolFormula.larger.last))

final class FormulaAgainstTwiceWithoutDelay
    extends ByTurns(
      PoolFormula.of(PoolFormula.formula),
      PoolFormula.of(PoolFormula.larger.head),
      PoolFormula.usersByTurns
    )
final class FormulaAgainstTenTimesWithoutDelay
    extends ByTurns(
      PoolFormula.of(PoolFormula.formula),
      PoolFormula.of(PoolFormula.larger.last),
      PoolFormula.usersByTurns
    )
