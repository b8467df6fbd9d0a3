package bottleneck.resilience

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** What users see of a rolling restart, with and without each of its steps. */
object RollingRestartStudy {
  private[resilience] val all = "readiness off, drained, graceful"
  private[resilience] val withoutReadiness = "without readiness off"
  private[resilience] val withoutDraining = "without draining"
  private[resilience] val withoutGrace = "without graceful shutdown"

  val study: Study = Study(
    id = "rolling-restart",
    title = "Faults: rolling restart",
    question = "What does a rolling restart of five instances cost without each of its steps?",
    factor = "steps",
    Conclusions(
      Vector.empty,
      _.counted(all).toOption.map(run => s"With all three steps ${told(run)}."),
      evidence =>
        Vector(
          evidence.counted(all).toOption.filter(_.total.ko == 0).map { run =>
            s"Restart one instance after the other in this order: let it answer health checks with 503, wait until the balancer has marked it down, and end it with SIGTERM and server.shutdown=graceful. Here ${told(run)}."
          },
          missing(evidence, withoutReadiness, "the balancer goes on until its own checks fail"),
          missing(evidence, withoutDraining, "the balancer has not noticed yet when the port is closed"),
          missing(evidence, withoutGrace, "requests under way are cut off"),
          Some(
            "These users open a connection for each request. A client that keeps connections open may send again what one of them lost (RFC 9110, 9.2.2), and then sees a slow answer instead of a failure; what changes something must not be sent again."
          )
        ).flatten
    ),
    order = Vector(all, withoutReadiness, withoutDraining, withoutGrace)
  )

  def trial(variant: String): Trial = Trial(study.id, variant)

  private def missing(evidence: Evidence, variant: String, because: String): Option[String] =
    evidence.counted(variant).toOption.map(run => s"Ran $variant, ${told(run)}: $because.")

  private def told(run: Result): String = {
    val restarted = run.treatment.intervention.count(_.isOk)
    s"${Numbers.count(run.total.ko.toDouble)} of ${Numbers.count((run.total.ok + run.total.ko).toDouble)} requests failed while $restarted instances were restarted"
  }
}
