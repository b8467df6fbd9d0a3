package bottleneck.lab.explain.preparation

import org.hipparchus.stat.StatUtils

/** How much the CPU time of a request strays from second to second. */
private[preparation] object Noise {

  /** Relative standard deviation of a second, over `slices` of equal length: the mean of n seconds strays √n times
    * less. Nothing of fewer than three with requests.
    */
  def of(slices: Vector[Slice]): Option[Double] = {
    val busy = slices.filter(_.requests > 0)
    val times = busy.map(slice => slice.allOwn / slice.perSecond).toArray
    Option.when(times.length > 2 && times.sum > 0)(
      math.sqrt(StatUtils.variance(times: _*) * busy.map(_.seconds).sum / busy.size) / StatUtils.mean(times: _*)
    )
  }
}
