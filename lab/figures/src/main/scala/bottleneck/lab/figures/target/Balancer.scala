package bottleneck.lab.figures.target

import scala.concurrent.duration._

/** A load balancer: it answers 504 after `serverTimeout`; `retries` to connect, as many as by HAProxy's default, are a
  * second apart.
  */
final case class Balancer(
    policy: Policy,
    healthCheck: HealthCheck,
    serverTimeout: FiniteDuration,
    retries: Int = 3
) {
  require(serverTimeout >= 1.milli, s"serverTimeout ($serverTimeout) must be at least a millisecond")
}

/** Choice of the instance for the next request. */
sealed abstract class Policy(val name: String)

object Policy {
  case object RoundRobin extends Policy("roundrobin")

  /** The instance with the fewest requests in flight. */
  case object LeastConnections extends Policy("leastconn")
}

/** A GET of `path` on the port of an instance's requests, which is to answer 200, with an `interval` between the
  * beginnings of checks. An instance gets no requests after `fall` consecutive failed checks, and some again after
  * `rise` good ones. One that falls silent is marked down after `interval` × `fall` + `timeout` at the latest, unless
  * the timeout is longer than the interval: then after `interval` + `fall` × `timeout`, as checks do not overlap.
  */
final case class HealthCheck(path: String, interval: FiniteDuration, timeout: FiniteDuration, fall: Int, rise: Int) {
  require(path.matches("/[^\\s']*"), s"path ($path) must begin with / and have neither spaces nor quotes")
  require(timeout >= 1.milli, s"timeout ($timeout) must be at least a millisecond")
  require(fall > 0 && rise > 0, s"fall ($fall) and rise ($rise) must be > 0")
}
