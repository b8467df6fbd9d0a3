package bottleneck.journal

import bottleneck.lab.explain.record.Expectation
import bottleneck.connectionpool.AnswerCheck
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{Load, OpenLoad, WarmUp}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Readers of the first page above the database's capacity without an index, with each cure (tuning/next-steps). */
object NextSteps {
  def of(step: NextStep): Setup = Setup(
    NextStepsStudy.trial(step),
    step.target,
    _.choose(quick = load(step, hold = 18.seconds), full = load(step, hold = 120.seconds)),
    _ =>
      Workload(
        exec(http("GET /journals").get("/journals?size=20").requestTimeout(patience).check(AnswerCheck.checks: _*)),
        Expectation(failures = step.failures)
      )
  )

  /** Arrival rate in requests/s, about twice the capacity of the database's core without an index. */
  private val perSecond = 50.0

  /** Request timeout: longer than any response time that counts as cured. */
  private val patience = 10.seconds

  private def load(step: NextStep, hold: FiniteDuration): Load =
    OpenLoad(perSecond, settle = 4.seconds, hold, patience, Some(WarmUp(users = 2)), step.overloads)
}

final class NextStepsNothing extends Simulated(NextSteps.of(NextStep.None))
final class NextStepsFailFast extends Simulated(NextSteps.of(NextStep.FailFast))
final class NextStepsTwoServers extends Simulated(NextSteps.of(NextStep.TwoServers))
final class NextStepsIndex extends Simulated(NextSteps.of(NextStep.WithAnIndex))
final class NextStepsCache extends Simulated(NextSteps.of(NextStep.CachedPages))
