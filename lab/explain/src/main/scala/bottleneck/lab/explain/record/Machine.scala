package bottleneck.lab.explain.record

import upickle.implicits.flatten

/** Where it ran; `database` has the settings of the PostgreSQL server, `speed` how fast it was then. */
final case class Machine(
    cpus: Int,
    memoryBytes: Long,
    os: String,
    @flatten versions: Versions,
    database: Map[String, String] = Map.empty,
    speed: Option[Speed] = None
)

/** Of what ran there; of parts that the lab did not start, none. That of the `service` is a hash of its code. */
final case class Versions(
    generatorJava: String,
    serviceJava: Option[String],
    gatling: String,
    postgres: Option[String],
    balancer: Option[String] = None,
    redis: Option[String] = None,
    service: Option[String] = None
)
