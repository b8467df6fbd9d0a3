package bottleneck.journal

import bottleneck.lab.explain.record.Expectation
import bottleneck.connectionpool.AnswerCheck
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{Load, OpenLoad, WarmUp}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** More readers of the first page than the database can serve without an index, and what is said to help them
  * (tuning/next-steps).
  */
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

  /** About twice what the database's core answers of pages without an index. */
  private val perSecond = 50.0

  /** How long a reader waits: longer than any response that would count as cured. */
  private val patience = 10.seconds

  private def load(step: NextStep, hold: FiniteDuration): Load =
    OpenLoad(perSecond, settle = 4.seconds, hold, patience, Some(WarmUp(users = 2)), step.overloads)
}

final class NextStepsNothing extends Simulated(NextSteps.of(NextStep.None))
final class NextStepsFailFast extends Simulated(NextSteps.of(NextStep.FailFast))
final class NextStepsTwoServers extends Simulated(NextSteps.of(NextStep.TwoServers))
final class NextStepsIndex extends Simulated(NextSteps.of(NextStep.WithAnIndex))
final class NextStepsCache extends Simulated(NextSteps.of(NextStep.CachedPages))
