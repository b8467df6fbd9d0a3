package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.explain.verdict._

/** Hikari's formula where connections work, beside where they wait. */
object PoolFormulaStudy {

  /** The part of the best throughput that a formula's number must reach. */
  private val nearly = 0.9

  val study: Study = Study(
    id = "pool-formula",
    title = "Hikari's formula: connections that work",
    question = "Is a pool of twice the cores plus the spindles enough?",
    factor = "connections",
    Conclusions(
      evidence => {
        val turns = PoolFormula.larger.flatMap(size => evidence.agreedByTurns(name(PoolFormula.formula), name(size)))
        val told = s"by turns it gave ${turns.map(_.interval).mkString(" and ")} times what larger pools did"
        if (turns.size < PoolFormula.larger.size) None
        else if (turns.forall(_.low >= nearly))
          Some(s"Take cores × 2 + spindles only for connections that work all the time: there $told.")
        else if (turns.exists(_.high < nearly))
          Some(s"Do not rely on cores × 2 + spindles: even where connections work all the time, $told.")
        else None
      },
      evidence =>
        Vector(
          Some(
            "The formula counts what is busy: cores and disks. A connection that waits, for a lock, a slow client, another service or a sleeping query, " +
              "is held and busy with nothing: count requests/s × holding time instead."
          ),
          around(whereHeld(evidence)).map { case (formula, best) =>
            s"Where a connection waits for ${held}, ${formula.run.variant} reached ${share(formula, best)} of the best pool, ${best.run.variant}."
          }
        ).flatten
    )
  )

  private def name(connections: Int): String = s"$connections connections"

  def trial(connections: Int): Trial = Trial(
    study.id,
    name(connections),
    Some(Factor("connections", connections.toDouble)),
    Option.when(connections == 5)(PublishedSetting("hikari/slow", "no delay"))
  )

  /** The run with what the formula says and the best one, which some larger pool must have tried to be. */
  private def around(evidence: Evidence): Option[(Result, Result)] = {
    val sweep = Sweep.of(evidence)
    for {
      cpus <- sweep.runs.headOption.map(_.machine.cpus)
      formula <- sweep.runs.find(run => Sweep.size(run) >= SizingFormulas.connections(cpus, spindles = 1))
      if sweep.runs.last != formula
      // a smaller one that is better does not show that more are needed
      best <- sweep.copy(runs = sweep.runs.dropWhile(_ != formula)).best
    } yield (formula, best)
  }

  private def whereHeld(evidence: Evidence): Evidence = evidence.in(HoldingStudy.at300ms.study)

  private def held: String = Numbers.millis(HoldingStudy.at300ms.holding.time)

  private def share(formula: Result, best: Result): String =
    Numbers.percent(formula.gainOver(best))
}
