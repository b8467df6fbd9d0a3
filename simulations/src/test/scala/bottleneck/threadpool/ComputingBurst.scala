package bottleneck.threadpool

import bottleneck.lab.explain.record.{Expectation, Trial}
import bottleneck.lab.{Setup, Workload}
import bottleneck.lab.target.{Burst, Target}
import scala.concurrent.duration._

/** Requests that compute and are sent at the same moment, more than there are cores.
  *
  * @param patience
  *   how long their clients wait
  * @param failures
  *   kinds of failures that some of them may have
  */
object ComputingBurst {
  def of(
      trial: Trial,
      target: Target,
      users: Int,
      repeats: Int = 1,
      patience: FiniteDuration = 60.seconds,
      failures: Vector[String] = Vector.empty
  ): Setup = Setup(
    trial,
    target,
    _.choose(
      quick = Burst(users, patience, Some(Computing.warmUp(target))),
      full = Burst(users, fullPatience, Some(Computing.warmUp(target)))
    ),
    context =>
      Workload(
        Computing.request(context.scale.choose(patience, fullPatience)),
        Expectation(failures = failures)
      ),
    repeats
  )

  private val fullPatience = 15.minutes
}
