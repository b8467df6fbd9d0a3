package bottleneck.threadpool

import bottleneck.lab.explain.result.Trial
import bottleneck.lab.target.{Burst, Target}
import bottleneck.lab.{Experiment, Workload}
import scala.concurrent.duration._

/** Requests that compute and are sent at the same moment, more than there are cores.
  *
  * @param patience
  *   how long their clients wait
  * @param failures
  *   kinds of failures that some of them may have
  */
abstract class ComputingBurst(
    trial: Trial,
    target: Target,
    users: Int,
    repeats: Int = 1,
    patience: FiniteDuration = 60.seconds,
    failures: Vector[String] = Vector.empty
) extends Experiment(
      trial,
      target,
      _.choose(
        quick = Burst(users, patience, Some(Computing.warmUp)),
        full = Burst(users, ComputingBurst.fullPatience, Some(Computing.warmUp))
      ),
      repeats
    ) {
  measure(
    Workload(
      Computing.request(settings.scale.choose(patience, ComputingBurst.fullPatience)),
      if (failures.isEmpty) Vector(noFailure) else Vector(someAnswer),
      expectedFailures = failures
    )
  )
}

object ComputingBurst {
  private val fullPatience = 15.minutes
}
