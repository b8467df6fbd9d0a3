package bottleneck.lab.run

import bottleneck.lab.run.limit.{CpuLimiter, CpuLimiters}
import bottleneck.lab.settings.Settings
import bottleneck.lab.target.{CpuLimits, Target}

/** Requirements for limiting the cores of a target's parts. */
private[run] object LimitNeeds {

  /** Limits of all of the machine, or more, are none and need nothing. */
  def limits(target: Target): CpuLimits = target.cpus.below(Runtime.getRuntime.availableProcessors)

  /** Reason why the target's limits are impossible here, in a sentence; none where they are possible. */
  def unmet(
      target: Target,
      settings: Settings,
      found: Vector[Double] => Option[CpuLimiter] = CpuLimiters.found
  ): Option[String] = {
    val wanted = limits(target)
    if (wanted.database.isDefined && settings.running.database.isDefined)
      Some(
        s"The target needs its database limited to ${CpuLimiters.text(wanted.database.toVector)}, which the lab cannot do to a database of yours: " +
          "leave -Dlab.database.url= out and the lab starts one."
      )
    else
      Option.when(wanted.all.nonEmpty && found(wanted.all).isEmpty)(CpuLimiters.missing(wanted.all))
  }
}
