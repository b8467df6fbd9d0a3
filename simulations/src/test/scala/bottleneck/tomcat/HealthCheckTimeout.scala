package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** Four instances behind HAProxy, one of which becomes busy with requests of others, and health checks that are patient
  * or not (tomcat/health-check).
  */
abstract class HealthCheckTimeout(variant: String, timeout: FiniteDuration, more: Map[String, String] = Map.empty)
    extends Experiment("health-check", variant) {
  import HealthCheckTimeout.{fall, interval}

  override def target = Target(
    instances,
    Map(ServiceProperties.threads -> threads.toString) ++ more ++ ServiceProperties.withoutDatabase,
    database = None,
    jvm = ServiceProperties.sleepers,
    balancer = Some(
      Balancer(Policy.RoundRobin, HealthCheck("/health", interval, timeout, fall, rise = 2), serverTimeout)
    ),
    training = ServiceProperties.training
  )

  override def load = ClosedLoad(users = 20, arrival, settle = 8.seconds, hold = 42.seconds)
  override def fullLoad = ClosedLoad(users = 20, arrival, settle = 30.seconds, hold = 330.seconds)
  override def requests(run: RunContext) =
    exec(http("GET /test").get(s"/test?millis=${sleep.toMillis}").requestTimeout(60.seconds))
  override def expectation(run: RunContext) = Expectation(
    Vector(Limit.threads(threads, instances - 1, sleep), Limit.users(run.load.users, sleep)),
    failures = Vector("status 504")
  )

  /** Requests on 10 threads, of 1.025 s on average: a new request waits about 3 s. With longer waits a window of 30 s
    * would be too short. Where a target runs already there is no busy instance: that run is skipped.
    */
  override def disturbance(run: RunContext) = {
    val busyInstance = run.instanceUrls.headOption.fold("")(_.toString)
    val busy = http("GET /test").get(s"$busyInstance/test").requestTimeout(60.seconds).silent
    Some(Disturbing(users = 30, after = 3.seconds, exec(busy)))
  }

  private val instances = 4
  private val threads = 10
  private val sleep = 50.millis

  /** Server timeout of the balancer: some queued requests exceed it. */
  private val serverTimeout = 3500.millis

  /** Arrival time of users, the response time at the busy instance: simultaneous users would be there together. */
  private val arrival = 3.seconds
}

private[tomcat] object HealthCheckTimeout {
  val interval: FiniteDuration = 1.second
  val fall = 2
}

/** Check timeout longer than a request waits at the busy instance. */
final class HealthCheckLenient extends HealthCheckTimeout("timeout 10.0 s", 10.seconds)
final class HealthCheckStrict extends HealthCheckTimeout("timeout 500 ms", 500.millis)

/** Connections for two thirds of those who make an instance busy: the others wait in the listen queue, and checks too.
  */
final class HealthCheckQueued
    extends HealthCheckTimeout(
      "timeout 500 ms, in the listen queue",
      500.millis,
      Map(ServiceProperties.maxConnections -> "20")
    )

/** Study: health checks that detect a busy instance. */
object HealthCheckStudy {
  import HealthCheckTimeout.{fall, interval}

  val study: Study = Study(
    id = "health-check",
    title = "Load balancer: health checks",
    question = "How soon must a health check time out to keep requests away from a busy instance?",
    factor = "timeout of the health check",
    answer = Vector(
      "A check with a timeout of 500 ms took a busy instance out after {last.request[timeout 500 ms]} (p99 {p99.any[timeout 500 ms]}); with a timeout of 10 s the instance got requests for {last.request[timeout 10.0 s]} (p99 {p99.any[timeout 10.0 s]})."
    ),
    advice = Vector(
      s"A busy instance is out of rotation after interval × fall + timeout at the latest, where the timeout is no longer than the interval: ${Numbers.millis(interval)} × $fall + ${Numbers.millis(500.millis)} here. Choose them for how long requests may go astray, and the timeout below what a request should take.",
      "Let the check be answered by a request thread, on the port of the requests: a management port of its own is answered at once, however busy the service is, and so finds nothing.",
      "A check that waits in the listen queue, where max-connections are taken, tells the balancer as much: it took the busy instance out after {last.request[timeout 500 ms, in the listen queue]}.",
      "When all instances are busy, strict checks take out all of them: then a balancer answers 503, unless it is configured to keep some. Size the fleet first; checks are for the one that is ill.",
      "With lenient checks sooner or later every user waits at the one busy instance of four, so the whole fleet answered only {throughput[timeout 10.0 s]}, with strict ones {throughput[timeout 500 ms]}."
    )
  )
}
