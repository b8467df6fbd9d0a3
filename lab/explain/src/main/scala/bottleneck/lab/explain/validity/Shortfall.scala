package bottleneck.lab.explain.validity

import bottleneck.lab.model.Text.text
import bottleneck.lab.explain.series.{PartFigures, PartMetrics}
import bottleneck.lab.explain.theory.Prediction

/** Throughput that a machine has no cores for: by the service demand law (Lazowska et al., Quantitative System
  * Performance, 1984, §3.2) it answers at most its cores ÷ the CPU time of a request, whatever else limits the target.
  * `throughput` is what was answered, with so many of the `cpus` busy; `costs` is the CPU time of a request by part, in
  * ms.
  */
final case class Shortfall(
    prediction: Prediction,
    throughput: Double,
    busy: Double,
    cpus: Int,
    costs: Vector[(String, Double)]
) {

  def part: Double = prediction.perSecond / throughput - 1

  def sentence: String = {
    val parts = costs.map { case (part, ms) => text("%.2f ms in the %s", ms, part) }
    text(
      "%.1f/s were answered where %s allow %.1f/s, with %.2f of %d cores busy: of CPU time a request took %s",
      throughput,
      prediction.by,
      prediction.perSecond,
      busy,
      cpus,
      parts.mkString(", ")
    )
  }
}

object Shortfall {

  /** Share of the machine's cores that counts as all busy: the kernel's clock cannot resolve the rest. */
  private val allBusy = 0.95

  /** None where the prediction is met within `tolerance`, where cores are what it is limited by, or where they were not
    * all busy.
    */
  def of(
      prediction: Prediction,
      tolerance: Double,
      throughput: Double,
      figures: PartFigures,
      cpus: Int
  ): Option[Shortfall] = for {
    busy <- figures(PartMetrics.machine)
    if throughput < (1 - tolerance) * prediction.perSecond
    if !prediction.isOfCores && busy >= allBusy * cpus
  } yield Shortfall(
    prediction,
    throughput,
    busy,
    cpus,
    figures.cores.map { case (part, cores) => part -> cores * 1000 / throughput }
  )
}
