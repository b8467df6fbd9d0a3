package bottleneck.lab.figures.checks

import bottleneck.lab.figures.Check
import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.preparation.CyclesForecast
import bottleneck.lab.figures.record.WarmUpReading
import bottleneck.lab.figures.series.PartMetrics
import bottleneck.lab.figures.statistics.SteadyState

/** Conditions of a run in slices. What the machine does meanwhile happens to all slices of a cycle: it is said as a
  * number, and no fault.
  */
private[lab] object TurnsChecks {

  def all(circumstances: Circumstances): Vector[Check] =
    MachineChecks.generator(circumstances) +: Vector(
      circumstances.figures(PartMetrics.clock).map(MachineChecks.clock),
      warm(circumstances),
      noise(circumstances),
      narrow(circumstances)
    ).flatten

  private def noise(circumstances: Circumstances): Option[Check] = for {
    preparation <- circumstances.preparation
    cycles = preparation.cycles
    change <- CyclesForecast.change(cycles)
  } yield {
    val others = cycles.map(cycle => math.max(0, cycle.full.others))
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
    circumstances.prediction.filter(_.isOfCores).flatMap(CyclesForecast.halfWidth).map { half =>
      val sentence = text(
        "measured ÷ predicted is known to ± %.1f %%, ± %.0f %% was asked for",
        half * 100,
        CyclesForecast.enough * 100
      )
      if (half <= CyclesForecast.enough) Check("interval", passed = true, sentence)
      else Check.undecided("interval", s"$sentence: more cycles would tell")
    }

  /** Whether JVMs still became faster in the slices. A warm-up may end before they are warm: then the slices tell, if
    * they show that the change is no larger than that of a steady window.
    */
  private def warm(circumstances: Circumstances): Option[Check] = for {
    preparation <- circumstances.preparation if preparation.warming.nonEmpty
    reading = WarmUpReading.of(preparation)
  } yield CyclesForecast.drift(preparation.cycles).filter(_ => reading.moving.nonEmpty).fold(ended(reading)) { drift =>
    val sentence = text(
      "from the first cycle to the last the CPU time of a request changed by %+.0f %% (%+.0f to %+.0f %%)%s; at the end of the warm-up: %s",
      drift.mean * 100,
      drift.low * 100,
      drift.high * 100,
      if (CyclesForecast.isBesideDatabase(preparation.cycles)) ", the machine's speed taken out" else "",
      reading.text
    )
    if (math.max(-drift.low, drift.high) <= SteadyState.margin) Check("warm", passed = true, sentence)
    else Check.undecided("warm", sentence)
  }

  private def ended(reading: WarmUpReading): Check =
    if (reading.moving.isEmpty) Check("warm", passed = true, reading.text) else Check.undecided("warm", reading.text)
}
