package bottleneck.latency

import bottleneck.ServiceProperties
import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.explain.result.{ErrorKind, Trial}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.{ClosedLoad, Target}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Every request sleeps 50–2000 ms on its thread, so threads are the only resource (tuning/random-latency,
  * tuning/five-instances).
  *
  * @param instances
  *   of 200 threads: so many users come
  */
abstract class RandomLatency(
    trial: Trial,
    instances: Int,
    target: Target,
    limitedByThreads: Boolean = true,
    fullUsers: Int = 10000
) extends Experiment(
      trial,
      target,
      _.choose(
        quick = ClosedLoad(users = 250 * instances, arrival = 1.second, settle = 5.seconds, hold = 22.seconds),
        full = ClosedLoad(fullUsers, arrival = 100.seconds, settle = 15.seconds, hold = 60.seconds)
      )
    ) {
  def this(instances: Int) = this(LatencyStudy.trial(instances), instances, RandomLatency.target(instances))

  private val limits =
    Option
      .when(limitedByThreads)(Prediction.threads(RandomLatency.threads, instances, RandomLatency.meanSleep))
      .toVector :+ Prediction.users(load.users, RandomLatency.meanSleep)
  private val requests = exec(http("GET /test").get("/test").requestTimeout(RandomLatency.timeout))

  /** Users whose turn comes later than they are willing to wait give up: then failures are expected, and less
    * throughput.
    */
  private val everyoneIsAnswered = load.users / limits.map(_.perSecond).min < RandomLatency.timeout.toSeconds

  measure(
    if (everyoneIsAnswered) Workload(requests, Vector(noFailure), limits = limits, tolerance = Some(0.05))
    else Workload(requests, Vector(someAnswer), limits = limits, expectedFailures = RandomLatency.givenUp)
  )
}

object RandomLatency {
  private val threads = 200
  private[bottleneck] val meanSleep = 1025.millis
  private[bottleneck] val timeout = 30.seconds
  private val givenUp = Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut)

  private[bottleneck] def target(instances: Int): Target = Target(
    instances,
    Map(
      ServiceProperties.threads -> threads.toString,
      ServiceProperties.maxConnections -> "8192",
      ServiceProperties.acceptCount -> "100"
    ) ++ ServiceProperties.withoutDatabase,
    database = None,
    jvm = ServiceProperties.sleepers
  )
}

/** 200 threads: 195.1 requests/s in theory. */
final class OneInstance extends RandomLatency(1)

/** 5 × 200 threads: 975.6 requests/s in theory. */
final class FiveInstances extends RandomLatency(5)

/** The users of five instances on one, whose requests have a virtual thread each: 1220 requests/s in theory. */
final class OneInstanceVirtualThreads
    extends RandomLatency(
      LatencyStudy.virtual,
      instances = 5,
      ServiceProperties.virtual(RandomLatency.target(1)),
      limitedByThreads = false,
      // more would be limited by its connections and then by the cores
      fullUsers = 1250
    )
