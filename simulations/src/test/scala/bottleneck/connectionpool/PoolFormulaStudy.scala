package bottleneck.connectionpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._
import bottleneck.lab.explain.theory.SizingFormulas

/** Hikari's formula where connections work, beside where they wait. */
object PoolFormulaStudy {
  val study: Study = Study(
    id = "pool-formula",
    title = "Hikari's formula: connections that work",
    question = "Is a pool of twice the cores plus the spindles enough?",
    factor = "connections",
    claims = Vector(Claim("hikari/formula", Verdict.Refuted, isEnough)),
    answer = evidence =>
      for {
        small <- enough(evidence)
        best <- Sweep.of(evidence).best
        waiting <- Sweep.of(evidence.in(HoldingStudy.at300ms.study)).best
      } yield s"Use cores × 2 + spindles only for connections that work: ${small.run.variant} reached ${Numbers.percent(small.total.throughput / best.total.throughput)} " +
        s"of the best there; where they wait for 600 ms, ${waiting.run.variant} were best.",
    advice = _ =>
      Vector(
        "The formula counts what is busy: cores and disks. A connection that waits, for a lock, a slow client, another service or a sleeping query, " +
          "is held and busy with nothing: count requests/s × holding time instead."
      ),
    simulations = Some("bottleneck.connectionpool.*WithoutDelay")
  )

  def trial(connections: Int): Trial = Trial(
    study,
    s"$connections connections",
    Some(Factor("connections", connections.toDouble)),
    Option.when(connections == 5)(PublishedSetting("hikari/slow", "no delay"))
  )

  /** The measured pool that is nearest to the formula's, from above. */
  private def enough(evidence: Evidence): Option[Result] = {
    val sweep = Sweep.of(evidence)
    sweep.runs.find(run => Sweep.size(run) >= SizingFormulas.connections(run.machine.cpus, spindles = 1))
  }

  private def isEnough(evidence: Evidence): Judgement = {
    val working = Sweep.of(evidence)
    val waiting = Sweep.of(evidence.in(HoldingStudy.at300ms.study))
    val judged = for {
      small <- enough(evidence)
      best <- working.best
      held <- waiting.runs.find(run => Sweep.size(run) >= SizingFormulas.connections(run.machine.cpus, spindles = 1))
      bestHeld <- waiting.best
    } yield {
      val works = small.total.throughput / best.total.throughput
      val waits = held.total.throughput / bestHeld.total.throughput
      Judgement.of(works >= PoolFormulaStudy.nearly && waits >= PoolFormulaStudy.nearly)(
        s"without a delay ${small.run.variant} reach ${Numbers.percent(works)} of the best pool measured; with 300 ms a query ${held.run.variant} " +
          s"reach ${Numbers.percent(waits)} of it"
      )
    }
    judged.getOrElse(Judgement(Verdict.Invalid, "it needs valid runs without a delay and with 300 ms"))
  }

  private def nearly: Double = 0.9
}
