package bottleneck.lab.target

import bottleneck.lab.settings.Scale

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
