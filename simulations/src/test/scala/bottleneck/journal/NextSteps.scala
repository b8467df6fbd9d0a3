package bottleneck.journal

import bottleneck.connectionpool.Answer
import bottleneck.lab.target.{Load, OpenLoad, WarmUp}
import bottleneck.lab.{Experiment, Workload}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** More readers of the first page than the database can serve without an index, and what is said to help them
  * (tuning/next-steps).
  */
abstract class NextSteps(step: NextStep)
    extends Experiment(
      NextStepsStudy.trial(step),
      step.target,
      _.choose(quick = NextSteps.load(step, hold = 18.seconds), full = NextSteps.load(step, hold = 120.seconds))
    ) {
  measure(
    Workload(
      exec(
        http("GET /journals").get("/journals?size=20").requestTimeout(NextSteps.patience).check(Answer.checks: _*)
      ),
      Vector(someAnswer),
      expectedFailures = step.failures
    )
  )
}

object NextSteps {

  /** About twice what the database's core answers of pages without an index. */
  private val perSecond = 50.0

  /** How long a reader waits: longer than any response that would count as cured. */
  private val patience = 10.seconds

  private def load(step: NextStep, hold: FiniteDuration): Load =
    OpenLoad(perSecond, settle = 4.seconds, hold, patience, Some(WarmUp(users = 2)), step.overloads)
}

final class NextStepsNothing extends NextSteps(NextStep.None)
final class NextStepsFailFast extends NextSteps(NextStep.FailFast)
final class NextStepsTwoServers extends NextSteps(NextStep.TwoServers)
final class NextStepsIndex extends NextSteps(NextStep.WithAnIndex)
final class NextStepsCache extends NextSteps(NextStep.CachedPages)
