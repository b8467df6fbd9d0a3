package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.{Demand, Result}

/** Note on a run whose throughput lies outside the interval of its prediction. */
private[page] object PredictionMiss {

  /** None where it lies within, or the prediction has no interval. */
  def sentence(result: Result): Option[String] = for {
    prediction <- result.expected.prediction
    if result.expected.efficiency.isDefined && prediction.contains(result.total.throughput).contains(false)
  } yield s"The throughput lies outside the predicted interval.${cost(result).fold("")(" " + _)}"

  /** By the demand a prediction by cores is made of: a machine that changes its speed changes it too. */
  private def cost(result: Result): Option[String] = for {
    demand <- result.expected.demand
    if result.expected.prediction.exists(_.isOfCores) && result.total.throughput > 0
    used = result.figures.cores.map(_._2).sum
    if used > 0 && result.total.ko == 0
  } yield s"A request took ${Numbers.plain(demand.cpuMs)} ms of CPU time in the calibration and " +
    s"${Numbers.plain((used - background(demand)) * 1000 / result.total.throughput)} ms in the window, " +
    s"which used ${Numbers.cores(used)} cores, compilers included."

  /** Cores that are in use whatever the throughput. */
  private def background(demand: Demand): Double = math.max(0, demand.line.idleCores.getOrElse(0.0))
}
