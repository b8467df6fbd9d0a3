package bottleneck.lab

import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.{Load, WarmUp}
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.structure.ChainBuilder

/** What is asked of a target, and what is expected of it.
  *
  * @param requests
  *   what each user repeats until the load ends
  * @param assertions
  *   what fails the build: judged by Gatling, over the whole run
  * @param tolerance
  *   the part of the prediction by which the throughput of the window may miss it: fails the build too
  */
final case class Workload(
    requests: ChainBuilder,
    load: Load,
    assertions: Vector[Assertion],
    prediction: Option[Prediction] = None,
    tolerance: Option[Double] = None,
    warmUp: Option[WarmUp] = None
)
