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
      Vector(
        Statement("hikari/formula#enough", Verdict.Reproduced, enough),
        Statement(
          "hikari/formula#holding-time",
          Verdict.Reproduced,
          evidence => judged(whereHeld(evidence))(!suffices(_, _))
        )
      ),
      evidence => {
        val judged = enough(evidence)
        judged.verdict match {
          case Verdict.Reproduced =>
            Some(s"Take cores × 2 + spindles only for connections that work all the time: there ${judged.evidence}.")
          case Verdict.Refuted =>
            Some(s"Do not rely on cores × 2 + spindles: even where connections work all the time, ${judged.evidence}.")
          case _ => None
        }
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

  /** By turns: nothing but the pool differs. */
  private def enough(evidence: Evidence): Judgement =
    Judgement.all(
      PoolFormula.larger.map(size => evidence.byTurns(name(PoolFormula.formula), name(size), least = nearly))
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

  private def judged(evidence: Evidence)(holds: (Result, Result) => Boolean): Judgement = around(evidence)
    .map { case (formula, best) =>
      Judgement.of(holds(formula, best))(
        s"${formula.run.variant} answered ${formula.rate}, ${share(formula, best)} of the best pool measured (${best.run.variant})"
      )
    }
    .getOrElse(evidence.lacking("it needs runs that count with what the formula says and with larger pools"))

  private def held: String = Numbers.millis(HoldingStudy.at300ms.holding.time)

  private def suffices(formula: Result, best: Result): Boolean =
    formula.total.throughput >= nearly * best.total.throughput

  private def share(formula: Result, best: Result): String =
    Numbers.percent(formula.gainOver(best))
}
