package bottleneck.latency

import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.{Database, Index, Load, Target}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Every request sleeps 50–2000 ms on its thread, so threads are the only resource (tuning/random-latency,
  * tuning/five-instances).
  */
abstract class RandomLatency(instances: Int)
    extends Experiment(
      "How many requests per second do instances of 200 threads answer when a request holds its thread for 1.025 s?",
      RandomLatency.target(instances)
    ) {
  private val load = settings.scale.choose(
    quick = Load(users = 250 * instances, arrival = 1.second, settle = 5.seconds, hold = 30.seconds),
    full = Load(users = 10000, arrival = 100.seconds, settle = 15.seconds, hold = 60.seconds)
  )

  private val limit = Prediction.smallest(
    Prediction.threads(RandomLatency.threads, instances, RandomLatency.meanSleep),
    Prediction.users(load.users, RandomLatency.meanSleep)
  )

  private val test = http("GET /test").get("/test").requestTimeout(RandomLatency.timeout)

  /** Users whose turn comes later than they are willing to wait give up: then failures are expected, and less than the
    * limit.
    */
  private val everyoneIsAnswered = load.users / limit.perSecond < RandomLatency.timeout.toSeconds

  measure(
    Workload(
      exec(test),
      load,
      if (everyoneIsAnswered) Vector(noFailure) else Vector.empty,
      Some(limit),
      tolerance = Option.when(everyoneIsAnswered)(0.05)
    )
  )
}

object RandomLatency {
  private val threads = 200
  private val meanSleep = 1025.millis
  private val timeout = 30.seconds

  private def target(instances: Int): Target = Target(
    instances,
    Map(
      "server.tomcat.threads.max" -> threads.toString,
      "server.tomcat.max-connections" -> "8192",
      "server.tomcat.accept-count" -> "100",
      "spring.datasource.hikari.maximum-pool-size" -> "2",
      // nothing here reads the database, so what would is not built
      "spring.data.jpa.repositories.bootstrap-mode" -> "lazy",
      "spring.main.lazy-initialization" -> "true"
    ),
    Database(maxConnections = 25, Index.None),
    // the service sleeps: compiling it well would cost more CPU than it saves
    jvm = Vector("-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=10", "-XX:+UseSerialGC", "-Xmx256m")
  )
}

/** 200 threads: 195.1 requests/s in theory. */
final class OneInstance extends RandomLatency(1)

/** 5 × 200 threads: 975.6 requests/s in theory. */
final class FiveInstances extends RandomLatency(5)
