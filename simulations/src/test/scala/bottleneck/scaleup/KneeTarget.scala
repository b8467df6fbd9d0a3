package bottleneck.scaleup

import bottleneck.ServiceProperties
import bottleneck.lab.target.{CpuLimits, Database, Index, Target}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** What is scaled up: a service that computes and does not wait, on a part of the machine's cores. */
private[scaleup] object KneeTarget {

  /** A service that may use so many cores. */
  def of(cores: Double): Target = Target(
    instances = 1,
    Map.empty,
    Some(Database(maxConnections = 25, Index.Keyset)),
    jvm = ServiceProperties.warmSooner,
    cpus = CpuLimits(service = Some(cores))
  )

  /** One request, whose answer is waited for as long as `patience`. */
  def request(patience: FiniteDuration): ChainBuilder =
    exec(http("GET /workload/cpu").get("/workload/cpu").requestTimeout(patience))
}
