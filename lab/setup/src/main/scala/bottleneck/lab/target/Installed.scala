package bottleneck.lab.target

/** What a started target turned out to be.
  *
  * @param java
  *   version of the service's JDK
  * @param jvm
  *   flags of its JVMs
  * @param postgres
  *   version of the database server, where there is one
  * @param database
  *   its settings that a measurement depends on, as the server reports them
  * @param balancer
  *   version of the load balancer, where there is one
  * @param cpuLimitBy
  *   how the cores of its parts are limited, where they are
  * @param redis
  *   its version, where it is the cache
  * @param service
  *   a hash of its code
  */
final case class Installed(
    java: String,
    jvm: Vector[String],
    postgres: Option[String],
    database: Map[String, String],
    balancer: Option[String] = None,
    cpuLimitBy: Option[String] = None,
    redis: Option[String] = None,
    service: Option[String] = None
)
