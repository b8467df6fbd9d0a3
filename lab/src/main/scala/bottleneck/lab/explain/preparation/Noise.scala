package bottleneck.lab.explain.preparation

import org.hipparchus.stat.StatUtils

/** How much the CPU time of a request strays from second to second. */
private[preparation] object Noise {

  /** Relative standard deviation over `slices`; nothing of fewer than three with requests. */
  def of(slices: Vector[Slice]): Option[Double] = {
    val times = slices.filter(_.requests > 0).map(slice => slice.allOwn / slice.perSecond).toArray
    Option.when(times.length > 2 && times.sum > 0)(
      math.sqrt(StatUtils.variance(times: _*)) / StatUtils.mean(times: _*)
    )
  }
}
