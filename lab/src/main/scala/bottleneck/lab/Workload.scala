package bottleneck.lab

import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.WarmUp
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.structure.ChainBuilder

/** What is asked of a target, and what is expected of it.
  *
  * @param requests
  *   what each user repeats until the load ends
  * @param assertions
  *   what fails the build: judged by Gatling, over the whole run
  * @param expectedFailures
  *   parts of the messages that requests may fail with; any other message fails the build
  * @param tolerance
  *   the part of the prediction by which the throughput of the window may miss it: fails the build too
  */
final case class Workload(
    requests: ChainBuilder,
    assertions: Vector[Assertion],
    prediction: Option[Prediction] = None,
    tolerance: Option[Double] = None,
    expectedFailures: Vector[String] = Vector.empty,
    warmUp: Option[WarmUp] = None
)
