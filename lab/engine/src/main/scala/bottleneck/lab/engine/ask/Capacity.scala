package bottleneck.lab.engine.ask

import bottleneck.lab.parts.sources.Cores

/** Cores for a load: of the machine, or the control group that all are in, and what bounds the service alone. */
private[ask] final case class Capacity(
    all: Double,
    isGroup: Boolean = false,
    service: Option[(Resource, Double)] = None
) {
  import Capacity._

  /** True if CPU time per request can be seen at this level: no core was waited for. */
  def leaves(level: Level): Boolean = level.cores(Part.Machine).forall(_ < busy * all)

  /** Cores that other programs leave at this level. */
  def left(level: Level): Double = {
    val own = Vector(Part.Service, Part.Database, Part.Generator).flatMap(level.cores(_)).sum
    val others = level.cores(Part.Machine).fold(0.0)(used => math.max(0, used - own))
    math.max(least * all, all - others)
  }

  def isUsedUp(level: Level): Boolean = level.cores(Part.Machine).exists(_ >= full * all)
}

private[ask] object Capacity {
  private val busy = 0.75
  private val full = 0.88

  /** Part of the cores that others leave in any case. */
  private val least = 0.05

  /** Of a service with these cores, beside this JVM; of an interpreter with a global lock one thread computes. */
  def of(service: Option[Cores], globalLock: Option[String] = None): Capacity = {
    val machine = Runtime.getRuntime.availableProcessors
    service match {
      case Some(Cores(_, Some(quota), true)) => Capacity(quota, isGroup = true)
      case Some(Cores(allowed, quota, _)) =>
        val pinned = Option.when(allowed < machine)(Resource.AllowedCores -> allowed.toDouble)
        val bounded = quota.map(Resource.Quota -> _)
        val one = globalLock.map(of => Resource.OneThread(s"$of's global lock") -> 1.0)
        Capacity(machine.toDouble, service = (pinned ++ bounded ++ one).minByOption(_._2))
      case None => Capacity(machine.toDouble)
    }
  }
}
