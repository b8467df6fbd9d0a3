package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.{InterventionStep, Result, Soundness}
import bottleneck.lab.explain.statistics.{BurstTimes, StaircaseReading}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.model.{Latency, Numbers, Outcome, Text}
import bottleneck.lab.model.Text.text

/** The end of a run on the console: a table of its requests, and the prediction beside the total. */
object Summary {

  def lines(result: Result): Vector[String] = {
    val window = result.window
    val title = text("measured from %.1f s to %.1f s of the load:", window.fromMs / 1000.0, window.toMs / 1000.0)
    val requests = result.requests.toVector.sortBy(_._1).map { case (name, outcome) => row(name, outcome) }
    val more =
      result.prediction.map(against(_, result.total)).toVector ++ result.burst.map(burst) ++
        result.staircase.toVector.flatMap(levels) ++ result.intervention
          .map(step) ++ ResultSentences.predictionMiss(result).map("  " + _)
    Vector(title, header) ++ requests ++ Vector(row("total", result.total)) ++ more ++ errors(result.total) ++
      ResultSentences.generatorShare(result).map("  " + _) ++ soundness(result)
  }

  private val header =
    text("  %-32s %10s %8s %8s %8s %8s %8s", "request", "OK/s", "failed", "p50 ms", "p95 ms", "p99 ms", "max ms")

  private def row(name: String, outcome: Outcome): String = {
    def latency(value: Latency => Double): String =
      outcome.latencyMs.fold("–")(value(_).round.toString)
    text(
      "  %-32s %10.1f %8d %8s %8s %8s %8s",
      name,
      outcome.throughput,
      outcome.ko,
      latency(_.p50),
      latency(_.p95),
      latency(_.p99),
      latency(_.max)
    )
  }

  /** Predicted throughput, with its interval, limiting resource and formula. */
  def predicted(prediction: Prediction): String = {
    val interval = prediction.interval.map { case (low, high) => text(" (%.1f to %.1f)", low, high) }
    val value = text("%.1f/s", prediction.perSecond)
    s"predicted $value${interval.getOrElse("")}, limited by ${prediction.by}: ${prediction.formula}"
  }

  private def against(prediction: Prediction, total: Outcome): String =
    text("  %s; measured / predicted = %.3f", predicted(prediction), total.throughput / prediction.perSecond)

  private def burst(times: BurstTimes): String = {
    val sent = text("  %d requests within %d ms", times.requests, times.spreadMs)
    times.allAnsweredMs.fold(sent)(last => sent + text(", the last answer after %.2f s", last / 1000.0))
  }

  private def levels(staircase: StaircaseReading): Vector[String] = {
    val users = staircase.marks.map { case (name, level) =>
      s"$name: ${level.fold("none")(found => s"${found.users} users")}"
    }
    staircase.levels.map { level =>
      text(
        "  %6d users %19s %10.1f %7.1f%% %8s %8s",
        level.users,
        "",
        level.throughput,
        level.errors * 100,
        level.p50Ms.fold("–")(_.toString),
        level.p95Ms.fold("–")(_.toString)
      )
    } :+ text("  %s; SLO: p95 of %.0f ms", users.mkString(", "), staircase.slo.p95Ms)
  }

  private def step(done: InterventionStep): String = {
    val took = done.durationMs.fold("not done when the load ended")(ms => text("%.2f s", ms / 1000.0))
    text("  %s at %.1f s: %s, %s", done.name, done.fromMs / 1000.0, took, done.outcome)
  }

  /** The last line says whether the run counts. */
  private def soundness(result: Result): Vector[String] = {
    def objections(said: String): String = result.objections.mkString(s"  $said: ", "; ", "")
    val counts = result.soundness match {
      case Soundness.Sound if result.undecided.nonEmpty => "  sound: no check failed"
      case Soundness.Sound => "  sound: all checks passed"
      case Soundness.Disturbed(_) => objections("DISTURBED")
      case Soundness.Invalid(_) => objections("INVALID")
    }
    result.undecided.map(check => s"  cannot tell: $check") :+ counts
  }

  private def errors(total: Outcome): Vector[String] =
    total.errors.toVector.sortBy(-_._2).map { case (message, count) => s"  failed $count times: $message" }
}

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
    run.predicted,
    Numbers.plain(run.total.throughput),
    run.efficiency.fold(Numbers.none)(Numbers.fixed(_, 3)),
    run.soundness.name + (if (run.run.identity.attempt > 1) s", attempt ${run.run.identity.attempt}" else "")
  )

  private def text(values: String*): String = Text.text(format, values: _*)
}
