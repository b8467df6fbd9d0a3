package bottleneck.lab.figures.checks

import bottleneck.lab.figures.Check
import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.forecast.CyclesForecast

/** Conditions of a run by turns. What the machine does meanwhile happens to all slices of a cycle: it is said as a
  * number, and no fault.
  */
private[lab] object TurnsChecks {

  /** Half-width of an interval, as a part of its value, from which a ratio is not known well enough. */
  val widest = 0.05

  def all(circumstances: Circumstances): Vector[Check] =
    MachineChecks.generator(circumstances) +: (noise(circumstances) ++ narrow(circumstances)).toVector

  private def noise(circumstances: Circumstances): Option[Check] = for {
    preparation <- circumstances.preparation
    cycles = preparation.cycles
    change <- CyclesForecast.change(cycles)
  } yield {
    val others = cycles.map(_.full.others)
    Check(
      "machine",
      passed = true,
      text(
        "the CPU time of a request changed by up to %.0f %% between the %d cycles, and other processes took %.2f to %.2f cores: the ratios of a cycle's slices have what changed both taken out",
        change * 100,
        cycles.size,
        others.min,
        others.max
      )
    )
  }

  /** Whether measured ÷ predicted is known well enough; none without a prediction. */
  private def narrow(circumstances: Circumstances): Option[Check] =
    circumstances.prediction.flatMap(_.interval).map { case (low, high) =>
      val half = math.sqrt(high / low) - 1
      val sentence =
        text("measured ÷ predicted is known to ± %.1f %%, ± %.0f %% was asked for", half * 100, widest * 100)
      if (half <= widest) Check("interval", passed = true, sentence)
      else Check.undecided("interval", s"$sentence: more cycles would tell")
    }
}
