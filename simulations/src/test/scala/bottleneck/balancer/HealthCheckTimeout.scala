package bottleneck.balancer

import bottleneck.ServiceProperties
import bottleneck.lab.{Disturbing, Experiment, Workload}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target._
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Four instances behind HAProxy, one of which becomes busy with requests of others, and health checks that are patient
  * or not (tomcat/health-check).
  */
abstract class HealthCheckTimeout(timeout: FiniteDuration)
    extends Experiment(
      HealthCheckStudy.trial(timeout),
      HealthCheckTimeout.target(timeout),
      _.choose(
        quick = ClosedLoad(users = 20, HealthCheckTimeout.arrival, settle = 8.seconds, hold = 42.seconds),
        full = ClosedLoad(users = 20, HealthCheckTimeout.arrival, settle = 30.seconds, hold = 330.seconds)
      )
    ) {
  private val busy = http("GET /test").get(s"${busyInstance}/test").requestTimeout(60.seconds).silent

  measure(
    Workload(
      exec(
        http("GET /test").get(s"/test?millis=${HealthCheckTimeout.sleep.toMillis}").requestTimeout(60.seconds)
      ),
      Vector(someAnswer),
      limits = Vector(
        Prediction.threads(HealthCheckTimeout.threads, HealthCheckTimeout.instances - 1, HealthCheckTimeout.sleep),
        Prediction.users(load.users, HealthCheckTimeout.sleep)
      ),
      expectedFailures = HealthCheckStudy.failures,
      disturbance = Some(Disturbing(HealthCheckTimeout.others, after = 3.seconds, exec(busy)))
    )
  )

  /** Where a target runs already there is none: that run is skipped. */
  private def busyInstance: String = instanceUrls.headOption.fold("")(_.toString)
}

object HealthCheckTimeout {
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
final class HealthCheckLenient extends HealthCheckTimeout(10.seconds)

final class HealthCheckStrict extends HealthCheckTimeout(500.millis)
