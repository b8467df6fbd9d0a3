package bottleneck.balancer

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.explain.theory.Prediction
import bottleneck.ServiceProperties
import bottleneck.lab.{Disturbing, Setup, Simulated, Workload}
import bottleneck.lab.target._
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Four instances behind HAProxy, one of which becomes busy with requests of others, and health checks that are patient
  * or not (tomcat/health-check).
  */
object HealthCheckTimeout {
  def of(timeout: FiniteDuration): Setup = Setup(
    HealthCheckStudy.trial(timeout),
    target(timeout),
    _.choose(
      quick = ClosedLoad(users = 20, arrival, settle = 8.seconds, hold = 42.seconds),
      full = ClosedLoad(users = 20, arrival, settle = 30.seconds, hold = 330.seconds)
    ),
    context => {
      // where a target runs already there is none: that run is skipped
      val busyInstance = context.instanceUrls.headOption.fold("")(_.toString)
      val busy = http("GET /test").get(s"$busyInstance/test").requestTimeout(60.seconds).silent
      Workload(
        exec(http("GET /test").get(s"/test?millis=${sleep.toMillis}").requestTimeout(60.seconds)),
        Expectation(
          Vector(Prediction.threads(threads, instances - 1, sleep), Prediction.users(context.load.users, sleep)),
          failures = HealthCheckStudy.failures
        ),
        disturbance = Some(Disturbing(others, after = 3.seconds, exec(busy)))
      )
    }
  )

  private[balancer] val instances = 4
  private val threads = 10
  private val sleep = 50.millis

  /** On 10 threads, for 1.025 s each on average: a request that arrives then waits for about 3 s. Longer, and a window
    * of half a minute would be too short to tell how many wait.
    */
  private[balancer] val others = 30

  /** When the balancer gives up a request: some of those that wait there. */
  private val serverTimeout = 3500.millis

  /** As long as a request takes at the busy instance: users who came together would go there together. */
  private val arrival = 3.seconds

  private[balancer] val interval = 1.second
  private[balancer] val fall = 2

  private def target(timeout: FiniteDuration): Target = Target(
    instances,
    Map(ServiceProperties.threads -> threads.toString) ++ ServiceProperties.withoutDatabase,
    database = None,
    jvm = ServiceProperties.sleepers,
    balancer = Some(
      Balancer(Policy.RoundRobin, HealthCheck("/health", interval, timeout, fall, rise = 2), serverTimeout)
    ),
    training = ServiceProperties.training
  )
}

/** Longer than a request waits at the busy instance. */
final class HealthCheckLenient extends Simulated(HealthCheckTimeout.of(10.seconds))

final class HealthCheckStrict extends Simulated(HealthCheckTimeout.of(500.millis))
