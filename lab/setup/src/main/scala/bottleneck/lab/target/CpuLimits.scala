package bottleneck.lab.target

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
