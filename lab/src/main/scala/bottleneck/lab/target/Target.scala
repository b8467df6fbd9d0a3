package bottleneck.lab.target

/** What to start: `instances` of the service, and the database behind them where they use one.
  *
  * @param properties
  *   Spring properties of every instance
  * @param jvm
  *   JVM flags of every instance
  * @param onePort
  *   whether an instance answers health checks and scrapes on the port of its requests, and so with the same threads
  */
final case class Target(
    instances: Int,
    properties: Map[String, String],
    database: Option[Database],
    jvm: Vector[String] = Vector.empty,
    onePort: Boolean = false
) {
  require(instances > 0, s"instances ($instances) must be > 0")
}
