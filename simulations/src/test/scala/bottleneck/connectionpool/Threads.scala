package bottleneck.connectionpool

/** Request threads of a variant; some follow the cores of the machine, as the source's 4 and 8 of 8. */
private[connectionpool] sealed abstract class Threads(val number: Int, val name: String)

private[connectionpool] object Threads {
  private val cores = Runtime.getRuntime.availableProcessors

  /** The source's 4 threads on 8 cores. */
  case object HalfTheCores extends Threads(math.max(1, cores / 2), "half a thread per core")

  /** The source's 8 threads on 8 cores. */
  case object PerCore extends Threads(cores, "a thread per core")

  case object Four extends Threads(4, "4 threads")

  /** The source's 8 threads on any number of cores: fewer than the 10 connections of a default pool. */
  case object Eight extends Threads(8, "8 threads")

  /** Tomcat's. */
  case object Default extends Threads(200, "200 threads")

  def all: Vector[Threads] = Vector(HalfTheCores, PerCore, Four, Eight, Default)
}
