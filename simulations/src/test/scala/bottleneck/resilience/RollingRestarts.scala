package bottleneck.resilience

import bottleneck.ServiceProperties
import bottleneck.lab.explain.record.{ErrorKind, Expectation}
import bottleneck.lab.explain.theory.{Disruption, Prediction}
import bottleneck.lab.target._
import bottleneck.lab.{Setup, Simulated, Workload}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import io.gatling.http.request.builder.HttpRequestBuilder
import scala.concurrent.duration._

/** Five instances behind HAProxy are restarted one after the other while users send requests of 50–2000 ms. */
object RollingRestarts {
  def of(
      variant: String,
      failed: (Int, Option[Int]),
      because: String,
      readiness: Boolean = true,
      drained: Boolean = true,
      graceful: Boolean = true
  ): Setup = Setup(
    RollingRestartStudy.trial(variant),
    target(graceful),
    _.choose(quick = load(judged = 100.seconds), full = load(judged = 180.seconds)),
    _ =>
      Workload(
        exec(request),
        Expectation(
          Vector(Prediction.users(users, meanSleep)),
          failures = Vector("status 502", "status 503", ErrorKind.requestTimedOut),
          // four fifths of the users never wait for the instance that is restarted
          disruption = Some(Disruption(Duration.Zero -> Some(longestSleep), failed, because))
        ),
        intervention = Some(RollingRestart(after = 3.seconds, readiness, drained))
      )
  )

  private[resilience] val instances = 5
  private[resilience] val users = 20
  private[resilience] val meanSleep = 1025.millis
  private[resilience] val longestSleep = 2.seconds

  /** For how long at most an instance gets requests that does not answer any more. */
  private[resilience] def blind: FiniteDuration = check.interval * check.fall.toLong + check.timeout

  private val check = HealthCheck("/health", interval = 500.millis, timeout = 500.millis, fall = 2, rise = 2)

  /** Users whose requests come to an instance while it refuses: between its end and the second failed check, all
    * instances in turn, by as many as come to each. At most twice as many, as chance may have it.
    */
  private[resilience] val refused: (Int, Option[Int]) = {
    val perInstance = users / meanSleep.toUnit(SECONDS) / instances
    1 -> Some((2 * instances * perInstance * blind.toUnit(SECONDS)).ceil.toInt)
  }

  /** By Little's law an instance holds its part of the users when it is ended; three standard deviations to either
    * side.
    */
  private[resilience] val cutOff: (Int, Option[Int]) = {
    val deviation = 3 * math.sqrt(users * (1 - 1.0 / instances))
    math.max(1, (users - deviation).floor.toInt) -> Some((users * instances / (instances - 1.0) + deviation).ceil.toInt)
  }

  /** On a connection of its own: what is lost on a connection that is kept open, HAProxy leaves to the client, and
    * Gatling sends it again, so that it would only be slow.
    */
  private[resilience] def request: HttpRequestBuilder =
    http("GET /test")
      .get("/test")
      .header(HttpHeaderNames.Connection, HttpHeaderValues.Close)
      .requestTimeout(30.seconds)

  private[resilience] def load(judged: FiniteDuration): Load =
    ClosedLoad(users, arrival = 2.seconds, settle = 2.seconds, hold = 2.seconds + judged)

  private[resilience] def target(graceful: Boolean): Target = Target(
    instances,
    Map(
      ServiceProperties.threads -> "20",
      "server.shutdown" -> (if (graceful) "graceful" else "immediate"),
      // one endpoint more than the usual ones: the lab turns instances away by it
      "management.endpoints.web.exposure.include" -> "health,prometheus,readiness"
    ) ++ ServiceProperties.withoutDatabase,
    database = None,
    jvm = ServiceProperties.sleepers,
    // tried again, a request might find the instance that refused it back
    balancer = Some(Balancer(Policy.RoundRobin, check, serverTimeout = 30.seconds, retries = 0)),
    training = ServiceProperties.training
  )
}

final class RollingRestartWithAllSteps
    extends Simulated(
      RollingRestarts.of(
        RollingRestartStudy.all,
        failed = 0 -> Some(0),
        "no request comes to an instance that is down, and each that has come is answered"
      )
    )

final class RollingRestartWithoutReadiness
    extends Simulated(
      RollingRestarts.of(
        RollingRestartStudy.withoutReadiness,
        RollingRestarts.refused,
        "requests come until two checks have failed",
        readiness = false
      )
    )

final class RollingRestartWithoutDraining
    extends Simulated(
      RollingRestarts.of(
        RollingRestartStudy.withoutDraining,
        RollingRestarts.refused,
        "requests come until two checks have failed",
        drained = false
      )
    )

final class RollingRestartWithoutGrace
    extends Simulated(
      RollingRestarts.of(
        RollingRestartStudy.withoutGrace,
        RollingRestarts.cutOff,
        "20 users / 5 instances are under way at each of the five ends",
        graceful = false
      )
    )
