package bottleneck.resilience

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** What users see of a pool while its database is away, and after it. */
object PoolRecoveryStudy {
  private[resilience] def name(outage: Outage, timeouts: Timeouts): String = s"${outage.name}, ${timeouts.name}"

  val study: Study = Study(
    id = "pool-recovery",
    title = "Faults: recovery of a connection pool",
    question = "How long does a pool take to recover, with Hikari's defaults and with tuned timeouts?",
    factor = "fault and timeouts",
    Conclusions(
      Vector.empty,
      evidence =>
        Some(Outage.all.flatMap(compared(evidence, _)))
          .filter(_.nonEmpty)
          .map(_.mkString(" ")),
      evidence =>
        Vector(
          evidence
            .judged(name(Outage.Lost, Timeouts.Defaults), name(Outage.Lost, Timeouts.Tuned))((usual, tuned) =>
              s"Set socketTimeout, a little above the slowest statement: without it a connection that was lost in silence is waited for until the operating system gives it up, here ${seen(usual)}; with it ${seen(tuned)}."
            ),
          evidence
            .judged(name(Outage.Stall, Timeouts.Defaults), name(Outage.Stall, Timeouts.Tuned))((usual, tuned) =>
              s"It has a price: a stall that would pass becomes failures. With defaults ${seen(usual)}; with a socketTimeout shorter than the stall ${seen(tuned)}."
            ),
          Some(
            "keepaliveTime and maxLifetime (at least 30 s each) act between requests: they replace connections that a firewall or a server has dropped while they were idle, and shorten none of these faults."
          )
        ).flatten
    ),
    order = for { outage <- Outage.all; timeouts <- Timeouts.all } yield name(outage, timeouts)
  )

  def trial(outage: Outage, timeouts: Timeouts): Trial = Trial(study.id, name(outage, timeouts))

  private def compared(evidence: Evidence, outage: Outage): Option[String] =
    evidence.judged(name(outage, Timeouts.Defaults), name(outage, Timeouts.Tuned))((usual, tuned) =>
      s"${outage.name.capitalize}: with defaults ${seen(usual)}; tuned ${seen(tuned)}."
    )

  private def seen(run: Result): String =
    s"no answer for ${Numbers.millis(run.longestStallMs.toDouble)} and ${Numbers.count(run.total.ko.toDouble)} failed requests"
}
