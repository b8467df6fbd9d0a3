package bottleneck.lab

import bottleneck.lab.explain.theory.{Prediction, WaitingLine}
import bottleneck.lab.target.Intervention
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.structure.ChainBuilder
import scala.concurrent.duration.FiniteDuration

/** What is asked of a target, and what is expected of it.
  *
  * @param requests
  *   what each user repeats until the load ends
  * @param warmUp
  *   what the users of the warm-up repeat instead, but for its end, which is calibrated: what warms the JVMs up fastest
  * @param calibration
  *   what they repeat at its end instead of the requests: something that demands as much CPU time and waits less
  * @param assertions
  *   what fails the build: judged by Gatling, over the whole run
  * @param limits
  *   what each resource allows by theory; the smallest is the prediction. Where there is a warm-up, what the cores
  *   allow is added
  * @param connections
  *   what the pool allows, by how long a request of the calibration held connections; zero where that is not known
  * @param tolerance
  *   the part of the prediction by which the throughput of the window may miss it: fails the build too
  * @param expectedFailures
  *   kinds of failures (`ErrorKind`) that requests may have; any other fails the build
  * @param explained
  *   paths whose statements' plans are recorded after the load
  * @param line
  *   the queue of requests at an instance, if the order of service is to be measured
  * @param intervention
  *   what is done to the database under load; nothing is predicted then, as the limit is another afterwards
  */
final case class Workload(
    requests: ChainBuilder,
    assertions: Vector[Assertion],
    warmUp: Option[ChainBuilder] = None,
    calibration: Option[ChainBuilder] = None,
    limits: Vector[Prediction] = Vector.empty,
    connections: FiniteDuration => Option[Prediction] = _ => None,
    tolerance: Option[Double] = None,
    expectedFailures: Vector[String] = Vector.empty,
    explained: Vector[String] = Vector.empty,
    disturbance: Option[Disturbing] = None,
    line: Option[WaitingLine] = None,
    intervention: Option[Intervention] = None
)

/** Other users, who come `after` the start of the load and send one request after the other until its end, to make a
  * part of the target busy: their requests are silent, so that Gatling neither logs nor judges them.
  */
final case class Disturbing(users: Int, after: FiniteDuration, requests: ChainBuilder)
