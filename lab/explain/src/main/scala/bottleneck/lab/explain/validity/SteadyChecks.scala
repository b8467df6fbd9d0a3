package bottleneck.lab.explain.validity

import bottleneck.lab.model.Text.text
import bottleneck.lab.statistics.{BatchMeans, SteadyState}
import bottleneck.lab.explain.record.Check
import bottleneck.lab.statistics.SteadyState.Finding
import bottleneck.lab.explain.statistics.RunStatistics

/** Checks that a window is steady. In a closed load the throughput suffices: by Little's law the response time follows
  * it. In an open load throughput hardly changes, so the response time is judged too.
  */
private[explain] object SteadyChecks {
  val name = "steady"

  def closed(statistics: RunStatistics): Check = judged(statistics)(Vector.empty)

  def open(statistics: RunStatistics): Check = judged(statistics) {
    val seconds = statistics.seconds.size
    Vector("response time" -> statistics.responseMsByBatch.map(SteadyState.ofBatches(seconds, _)))
  }

  private type Measure = (String, Option[SteadyState])

  private def judged(statistics: RunStatistics)(others: => Vector[Measure]): Check =
    statistics.perSecond match {
      case None => Check.undecided(name, s"it takes ${BatchMeans.batches} whole seconds to measure a drift")
      case Some(perSecond) => judged(perSecond, ("throughput" -> Some(SteadyState.of(perSecond))) +: others)
    }

  private def judged(perSecond: Vector[Double], measures: Vector[Measure]): Check = {
    val told = measures.map { case (measure, state) => s"$measure ${state.fold("cannot be followed")(drift)}" }
    val answers = measures.map { case (_, state) => state.fold[Finding](Finding.CannotTell)(_.answer) }
    val detail = s"drift over the window, with its 90 % interval: ${told.mkString("; ")}"
    val size = measures.flatMap(_._2).map(state => math.abs(state.drift)).maxOption
    if (answers.contains(Finding.Drifts)) Check(name, ok = false, s"$detail; at most $most is steady", size = size)
    else if (answers.forall(_ == Finding.Steady)) Check(name, ok = true, s"$detail; within $most", size = size)
    else Check.undecided(name, s"$detail; the window is too short to tell: ${asked(perSecond)}", size)
  }

  private def asked(perSecond: Vector[Double]): String = {
    val noise = SteadyState.noise(perSecond)
    text("with seconds that differ by %.1f %% it takes %d s", noise * 100, SteadyState.seconds(noise))
  }

  private def drift(state: SteadyState): String =
    text("%+.1f %% (%+.1f to %+.1f %%)", state.drift * 100, state.low * 100, state.high * 100)

  private val most = text("±%.0f %%", SteadyState.margin * 100)
}
