package bottleneck.lab.target

import bottleneck.lab.settings.Scale
import scala.concurrent.duration._

/** What to start: `instances` of the service, the database behind them where they use one, and the load balancer in
  * front of them where there is one.
  *
  * @param properties
  *   Spring properties of every instance
  * @param jvm
  *   JVM flags of every instance
  * @param onePort
  *   whether an instance answers health checks and scrapes on the port of its requests, and so with the same threads
  * @param atFullScale
  *   Spring properties that replace others at full scale
  * @param oldestJava
  *   the feature release that the service needs at least: with an older JDK the run is skipped
  * @param cpus
  *   of each part, where it is not to have all of the machine: from the end of the warm-up on
  * @param training
  *   what is preloaded when an instance starts; none: what the start of this target loads
  * @param cache
  *   where the instances keep what they have read; none: nowhere
  * @param scraping
  *   by whom they are scraped beside the lab, which asks for little and gives up soon; none: by nobody
  */
final case class Target(
    instances: Int,
    properties: Map[String, String],
    database: Option[Database],
    jvm: Vector[String] = Vector.empty,
    onePort: Boolean = false,
    atFullScale: Map[String, String] = Map.empty,
    balancer: Option[Balancer] = None,
    oldestJava: Int = Target.oldestJava,
    cpus: CpuLimits = CpuLimits.none,
    training: Option[Training] = None,
    cache: Option[Cache] = None,
    scraping: Option[Scraping] = None
) {
  require(instances > 0, s"instances ($instances) must be > 0")
  require(
    cpus.database.isEmpty || database.forall(_.readers == 0),
    "cores of a database with readers cannot be limited: the readers would have all of the machine"
  )

  /** What this scale starts. */
  def at(scale: Scale): Target = scale.choose(quick = this, full = copy(properties = properties ++ atFullScale))
}

object Target {

  /** The oldest feature release that any service is started on. */
  val oldestJava: Int = 17
}

/** Cores that each instance of the service and the database may use at most; none: all of the machine.
  *
  * Parts start and warm up on all cores, for a server that has run for an hour is warm whatever its size: limits are
  * put on when the warm-up ends, or without one when the load begins. What a JVM has sized by its cores at its start,
  * such as its garbage collector, stays as it is.
  */
final case class CpuLimits(service: Option[Double] = None, database: Option[Double] = None) {
  require((service ++ database).forall(_ > 0), s"limits ($service, $database) must be > 0 cores")

  /** Those that limit anything on a machine of so many `cores`. */
  def below(cores: Int): CpuLimits = CpuLimits(service.filter(_ < cores), database.filter(_ < cores))

  def all: Vector[Double] = (service ++ database).toVector
}

object CpuLimits {
  val none: CpuLimits = CpuLimits()
}

/** How the service is shown its work once, so that its JVMs start with classes that are loaded and, from JDK 25 on,
  * with profiles of its methods. The same for all targets of a service: each other one costs a recording.
  *
  * @param paths
  *   that GETs are sent to
  * @param properties
  *   Spring properties of the instance that is trained
  * @param database
  *   that it uses; none: it needs none
  */
final case class Training(paths: Vector[String], properties: Map[String, String], database: Option[Database])

/** How each instance is asked for all of its metrics under load, as a monitoring system does.
  *
  * @param every
  *   from one scrape's beginning to the next one's
  * @param patience
  *   how long an answer is waited for
  */
final case class Scraping(every: FiniteDuration, patience: FiniteDuration) {
  require(every > Duration.Zero, s"every ($every) must be > 0")
  require(patience > Duration.Zero, s"patience ($patience) must be > 0")
}

/** Where the instances keep what they have read. */
sealed abstract class Cache(val name: String) {

  /** How long after it was put there something is found. */
  def expiry: FiniteDuration
}

object Cache {

  /** In the heap of each instance. */
  final case class Caffeine(expiry: FiniteDuration) extends Cache("caffeine") {
    require(expiry >= 1.milli, s"expiry ($expiry) must be at least a millisecond")
  }

  /** In one Redis for all instances. */
  final case class Redis(expiry: FiniteDuration) extends Cache("redis") {
    require(expiry >= 1.milli, s"expiry ($expiry) must be at least a millisecond")
  }
}

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
