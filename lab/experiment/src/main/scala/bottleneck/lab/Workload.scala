package bottleneck.lab

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.target.BuildIndex
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import scala.concurrent.duration.FiniteDuration

/** What a variant sends and expects in one run: see [[Variant]], whose members these are. */
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
