package bottleneck.resilience

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** What users see of instances that are lost without notice. */
object LostInstancesStudy {
  private[resilience] val killed = "one killed"
  private[resilience] val killedAndStalled = "one killed, one stalled"

  val study: Study = Study(
    id = "lost-instances",
    title = "Faults: lost instances",
    question = "What do users see when one of five instances is killed, and another stands still at the same time?",
    factor = "what is lost",
    Conclusions(
      Vector.empty,
      evidence =>
        Some(Vector(killed, killedAndStalled).flatMap(told(evidence, _))).filter(_.nonEmpty).map(_.mkString(" ")),
      evidence =>
        Vector(
          evidence.counted(killedAndStalled).toOption.map { run =>
            s"Give clients a timeout of their own: a killed instance fails its requests at once, but one that stands still keeps those that it has, here for up to ${longest(run)}. Health checks only turn new requests away."
          }
        ).flatten
    ),
    order = Vector(killed, killedAndStalled)
  )

  def trial(variant: String): Trial = Trial(study.id, variant)

  private def told(evidence: Evidence, variant: String): Option[String] =
    evidence.counted(variant).toOption.map { run =>
      s"${variant.capitalize}: ${Numbers.count(run.total.ko.toDouble)} of ${Numbers.count((run.total.ok + run.total.ko).toDouble)} requests failed, the slowest answer took ${longest(run)}, and the longest time without any was ${Numbers.millis(run.longestStallMs.toDouble)}."
    }

  private def longest(run: Result): String =
    run.total.latencyMs.fold("an unknown time")(latency => Numbers.millis(latency.max.toDouble))
}
