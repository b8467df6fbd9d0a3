package bottleneck.lab

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.target.BuildIndex
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import scala.concurrent.duration.FiniteDuration

/** What is asked of a target, and what is expected of it.
  *
  * @param requests
  *   what each user repeats until the load ends
  * @param expectation
  *   what theory says of them; nothing is predicted by cores where an intervention changes what a request demands
  * @param warmUp
  *   what the users of the warm-up repeat instead, but for its end, which is calibrated: what warms the JVMs up fastest
  * @param calibration
  *   what they repeat at its end instead of the requests: something that demands as much CPU time and waits less
  * @param explained
  *   paths whose statements' plans are recorded after the load
  * @param intervention
  *   what is done to the database under load
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

  /** What Gatling judges over the whole load: that some request was answered, and none failed unless it may. */
  def assertion: Assertion =
    if (expectation.failures.isEmpty) global.failedRequests.count.is(0) else global.successfulRequests.count.gt(0)
}

/** Other users, who arrive `after` the start of the load and send one request after the other until its end, to make a
  * part of the target busy: their requests are silent, so that Gatling neither logs nor judges them.
  */
final case class Disturbing(users: Int, after: FiniteDuration, requests: ChainBuilder)
