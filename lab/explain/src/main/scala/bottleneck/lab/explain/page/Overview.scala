package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.Result
import bottleneck.lab.model.Text

/** Runs beside each other on the console, a line each, and what they say. */
object Overview {
  private val widest = 108
  private val format = "  %-44s %12s %12s %8s  %s"

  /** @param answers of their studies, in a sentence each */
  def lines(runs: Vector[Result], answers: Vector[String]): Vector[String] =
    if (runs.isEmpty) Vector.empty
    else
      (text("variant", "predicted/s", "measured/s", "ratio", "run") +: runs.map(line)) ++
        answers.flatMap(Text.wrapped(_, widest, indent = "  "))

  private def line(run: Result): String = text(
    s"${run.run.experiment}, ${run.run.variant}",
    run.expected.prediction.fold(Numbers.none)(limit => Numbers.plain(limit.perSecond)),
    Numbers.plain(run.total.throughput),
    run.expected.efficiency.fold(Numbers.none)(Numbers.fixed(_, 3)),
    run.soundness.name + (if (run.run.identity.attempt > 1) s", attempt ${run.run.identity.attempt}" else "")
  )

  private def text(values: String*): String = Text.text(format, values: _*)
}
