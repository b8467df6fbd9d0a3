package bottleneck.lab

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.target.BuildIndex
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import scala.concurrent.duration.FiniteDuration

/** Requests to a target, and the expected result.
  *
  * @param requests
  *   requests that each user repeats until the load ends
  * @param expectation
  *   prediction by theory; none by cores where an intervention changes the demand of a request
  * @param warmUp
  *   requests of the warm-up instead, except for the calibration at its end: those that warm the JVMs up fastest
  * @param calibration
  *   requests of the calibration instead: with the same CPU demand and shorter waits
  * @param explained
  *   paths whose statements' plans are recorded after the load
  * @param intervention
  *   change to the database under load
  */
final case class Workload(
    requests: ChainBuilder,
    expectation: Expectation = Expectation(),
    warmUp: Option[ChainBuilder] = None,
    calibration: Option[ChainBuilder] = None,
    explained: Vector[String] = Vector.empty,
    disturbance: Option[Disturbing] = None,
    intervention: Option[BuildIndex] = None
) {

  /** Gatling's assertion over the whole load: some request was answered, and none failed unless it may. */
  def assertion: Assertion =
    if (expectation.failures.isEmpty) global.failedRequests.count.is(0) else global.successfulRequests.count.gt(0)
}

/** Other users, who arrive `after` the start of the load and send one request after the other until its end, to make a
  * part of the target busy: their requests are silent, so that Gatling neither logs nor judges them.
  */
final case class Disturbing(users: Int, after: FiniteDuration, requests: ChainBuilder)
