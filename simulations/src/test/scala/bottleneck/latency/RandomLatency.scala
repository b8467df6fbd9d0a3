package bottleneck.latency

import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.explain.result.ErrorKind
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.{Load, Target}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Every request sleeps 50–2000 ms on its thread, so threads are the only resource (tuning/random-latency,
  * tuning/five-instances).
  */
abstract class RandomLatency(instances: Int)
    extends Experiment(
      LatencyStudy.trial(instances),
      RandomLatency.target(instances),
      _.choose(
        quick = Load(users = 250 * instances, arrival = 1.second, settle = 5.seconds, hold = 22.seconds),
        full = Load(users = 10000, arrival = 100.seconds, settle = 15.seconds, hold = 60.seconds)
      )
    ) {
  private val limits = Vector(
    Prediction.threads(RandomLatency.threads, instances, RandomLatency.meanSleep),
    Prediction.users(load.users, RandomLatency.meanSleep)
  )
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
  private val meanSleep = 1025.millis
  private val timeout = 30.seconds
  private val givenUp = Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut)

  private def target(instances: Int): Target = Target(
    instances,
    Map(
      "server.tomcat.threads.max" -> threads.toString,
      "server.tomcat.max-connections" -> "8192",
      "server.tomcat.accept-count" -> "100"
    ) ++ withoutDatabase,
    database = None,
    // the service sleeps: compiling it well would cost more CPU than it saves
    jvm = Vector("-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=10", "-XX:+UseSerialGC", "-Xmx256m")
  )

  /** No request reads the database, so the service starts without what would: a fifth less CPU for each instance. */
  private[bottleneck] def withoutDatabase: Map[String, String] = Map(
    "spring.main.lazy-initialization" -> "true",
    "spring.autoconfigure.exclude" -> Vector(
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
      "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
    ).mkString(",")
  )
}

/** 200 threads: 195.1 requests/s in theory. */
final class OneInstance extends RandomLatency(1)

/** 5 × 200 threads: 975.6 requests/s in theory. */
final class FiveInstances extends RandomLatency(5)
