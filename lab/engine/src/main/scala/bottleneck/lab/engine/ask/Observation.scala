package bottleneck.lab.engine.ask

import bottleneck.lab.figures.preparation.Cycle
import bottleneck.lab.parts.sources.CpuProfile

/** All that was seen of a service: idle (what the parts use all the same, and being looked at), with one request at a
  * time, with more and more users until there was no more throughput, in the window of the answer and, where that used
  * up cores, in `cycles` of a light and a full slice after it; with a profile of the window, or why there is none, and
  * with nobody `after` it, where all connections were in use and hardly a request was answered; with open loads that
  * show which rate keeps a goal. It is warm if CPU time per request was steady at the end of the warm-up.
  */
private[ask] final case class Observation(
    idle: Level,
    single: Level,
    levels: Vector[Level],
    hold: Level,
    ended: ClimbEnd,
    isWarm: Boolean,
    capacity: Capacity,
    cycles: Vector[Cycle] = Vector.empty,
    profile: Either[String, CpuProfile] = Left(""),
    after: Option[Level] = None,
    goal: Option[GoalSearch] = None
) {

  /** True if hardly a request was answered in the window: far fewer than before, or none at all. */
  def isStuck: Boolean = hold.throughput == 0 || hold.throughput < 0.5 * beforeHold.map(_.throughput).max

  def beforeHold: Vector[Level] = single +: levels

  def all: Vector[Level] = beforeHold :+ hold

  /** True if cores were left in the window, or if other programs had most of them, as without the load, while hardly a
    * thread of the service wanted one.
    */
  def hasCores: Boolean = capacity.leaves(hold) || hold.running.exists(_ < 0.5) && {
    val inWindow = hold.others.getOrElse(0.0)
    val without = idle.others ++ Option.when(cycles.nonEmpty)(cycles.map(_.light.others).sum / cycles.size)
    hold.cores(Part.Machine).exists(_ < 2 * inWindow) && without.exists(2 * _ > inWindow)
  }

  /** The last level before the window that left cores, at which CPU time per request can be seen. */
  def lastFree: Level =
    beforeHold.filter(level => capacity.leaves(level) && level.all > 0).lastOption.getOrElse(single)

  /** Share of the window's time for which garbage collection stopped the service or, if that is greater, of the
    * service's CPU time where cores were used up.
    */
  def collecting: Double = {
    val ofCpu = profile.toOption.flatMap(CpuUse.collecting).filter(_ => Limits.isCpuUsedUp(this))
    (ofCpu ++ hold.gcShare).maxOption.getOrElse(0.0)
  }

  /** Share of a request's time in the window that one alone does not take: what it waits for others. */
  def excess: Double = if (hold.response > 0 && single.response > 0) 1 - single.response / hold.response else Double.NaN
}

/** Why there are no more levels: they gave no more, or those that were allowed or had time still gave more. */
private[ask] sealed trait ClimbEnd

private[ask] object ClimbEnd {
  case object Flat extends ClimbEnd
  case object AllUsers extends ClimbEnd
  case object NoTime extends ClimbEnd
}
