package bottleneck.lab.figures.target

import bottleneck.lab.figures.settings.Scale
import scala.concurrent.duration._

/** Parts to start: `instances` of the service with Spring `properties` (others at full scale), the database and the
  * cache behind them, the load balancer in front of them, where there is one. With `onePort` an instance answers health
  * checks and scrapes on its request port, and so with the same threads; with an older JDK than `oldestJava` the run is
  * skipped; without `training` the classes preloaded are those that the start of this target loads; `cpus` are limited
  * from the end of the warm-up on; without `scraping` nobody scrapes.
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

  def at(scale: Scale): Target = scale.choose(quick = this, full = copy(properties = properties ++ atFullScale))
}

object Target {

  /** The oldest feature release that any service is started on. */
  val oldestJava: Int = 17
}

/** Cores that each instance of the service and the database may use at most; none: all of the machine. Parts start and
  * warm up on all cores, for a server that has run for an hour is warm whatever its size: limits are put on when the
  * warm-up ends, or without one when the load begins. What a JVM has sized by its cores at its start, such as its
  * garbage collector, stays as it is.
  */
final case class CpuLimits(service: Option[Double] = None, database: Option[Double] = None) {
  require((service ++ database).forall(_ > 0), s"limits ($service, $database) must be > 0 cores")

  /** Limits below the machine's number of `cores`; others have no effect. */
  def below(cores: Int): CpuLimits = CpuLimits(service.filter(_ < cores), database.filter(_ < cores))

  def all: Vector[Double] = (service ++ database).toVector
}

object CpuLimits {
  val none: CpuLimits = CpuLimits()
}

/** Training run of the service by GETs of `paths`, so that its JVMs start with classes loaded and, from JDK 25 on, with
  * method profiles. Use the same for all targets of a service: each other one costs a recording.
  */
final case class Training(paths: Vector[String], properties: Map[String, String], database: Option[Database])

/** Scraping of all metrics of each instance, as by a monitoring system, with a timeout of `patience`; `every` is from
  * one beginning to the next.
  */
final case class Scraping(every: FiniteDuration, patience: FiniteDuration) {
  require(every > Duration.Zero, s"every ($every) must be > 0")
  require(patience > Duration.Zero, s"patience ($patience) must be > 0")
}

/** Cache of what the instances have read, whose entries live for `expiry` from their insertion. */
sealed abstract class Cache(val name: String, time: FiniteDuration) {
  require(time >= 1.milli, s"expiry ($time) must be at least a millisecond")

  def expiry: FiniteDuration
}

object Cache {

  /** Cache in the heap of each instance. */
  final case class Caffeine(expiry: FiniteDuration) extends Cache("caffeine", expiry)

  /** Cache in one Redis for all instances. */
  final case class Redis(expiry: FiniteDuration) extends Cache("redis", expiry)
}

/** Versions and settings of a started target, as its parts report them; `service` is a hash of its code. */
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
