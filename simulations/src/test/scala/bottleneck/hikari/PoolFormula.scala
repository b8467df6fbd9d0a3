package bottleneck.hikari

import bottleneck.AnswerCheck
import bottleneck.Dsl._
import bottleneck.lab.figures.theory.SizingFormulas
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** The same statements without a delay: connections that work all the time (hikari's baseline, hikari/formula). */
abstract class PoolFormula(variant: String, connections: Int)
    extends ConnectionPool(
      Trial(
        "pool-formula",
        variant,
        Some(Factor("connections", connections)),
        Option.when(connections == 5)(PublishedSetting("hikari/slow", "no delay"))
      ),
      PoolSetting(connections),
      Holding(Duration.Zero)
    ) {
  override def load = SlicedLoad.of(users = 150, WarmUp(users = 2))
  override def expectation(run: RunContext) = Expectation(failures = AnswerCheck.expectedFailures)
}

private[hikari] object PoolFormula {

  /** Pool size by the formula for this machine, with one disk; 5 on 2 cores. */
  val size: Int = SizingFormulas.connections(cores, spindles = 1)
}

final class ConnectionPerCoreWithoutDelay extends PoolFormula("a connection per core", cores)
final class ConnectionsByFormulaWithoutDelay extends PoolFormula("by the formula", PoolFormula.size)
final class ConnectionsTwiceFormulaWithoutDelay extends PoolFormula("twice the formula", 2 * PoolFormula.size)
final class ConnectionsTenTimesFormulaWithoutDelay extends PoolFormula("ten times the formula", 10 * PoolFormula.size)

/** The formula beside another pool, for more users than that has connections, with a short line before a small one. */
abstract class FormulaAgainst(other: PoolFormula)
    extends ByTurns(new ConnectionsByFormulaWithoutDelay, other, users = 60)

final class FormulaAgainstPerCoreWithoutDelay extends FormulaAgainst(new ConnectionPerCoreWithoutDelay)
final class FormulaAgainstTwiceWithoutDelay extends FormulaAgainst(new ConnectionsTwiceFormulaWithoutDelay)
final class FormulaAgainstTenTimesWithoutDelay extends FormulaAgainst(new ConnectionsTenTimesFormulaWithoutDelay)

/** Hikari's formula where connections work, beside where they wait. */
object PoolFormulaStudy {
  val study: Study = Study(
    id = "pool-formula",
    title = "Hikari's formula: connections that work",
    question = "Is a pool of twice the cores plus the spindles enough?",
    factor = "connections",
    answer = Vector(
      Sentence(
        "Take cores × 2 + spindles only for connections that work all the time: there by turns it gave {turns[by the formula ÷ twice the formula]} and {turns[by the formula ÷ ten times the formula]} times what twice and ten times as many did.",
        when =
          "turns[by the formula ÷ twice the formula] > 0.71 and turns[by the formula ÷ ten times the formula] > 0.71"
      ),
      Sentence(
        "Do not rely on cores × 2 + spindles: even where connections work all the time, by turns it gave {turns[by the formula ÷ twice the formula]} and {turns[by the formula ÷ ten times the formula]} times what twice and ten times as many did.",
        when =
          "turns[by the formula ÷ twice the formula] < 0.71 or turns[by the formula ÷ ten times the formula] < 0.71"
      ),
      "Whether cores × 2 + spindles are enough where connections work all the time is open: by turns it gave {turns[by the formula ÷ twice the formula]} and {turns[by the formula ÷ ten times the formula]} times what twice and ten times as many did."
    ),
    advice = Vector(
      "The formula counts what is busy: cores and disks. A connection that waits, for a lock, a slow client, another service or a sleeping query, is held and busy with nothing: count requests/s × holding time instead.",
      Sentence(
        "Where a connection waits for 600 ms, 5 connections, which the formula says, reached {throughput[connection-pool-300ms: 5 connections] ÷ throughput[connection-pool-300ms: 100 connections] as %} of what 100 did.",
        when = "cores[connection-pool-300ms: 5 connections] <= 2"
      )
    )
  )
}
