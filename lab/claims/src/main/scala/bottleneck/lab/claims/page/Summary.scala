package bottleneck.lab.claims.page

import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.reading.{BurstTimes, StaircaseReading}
import bottleneck.lab.figures.record.{InterventionStep, Result, Soundness}
import bottleneck.lab.figures.theory.Limit
import bottleneck.lab.figures.{Latency, Numbers, Outcome, Text}
import bottleneck.lab.report.{Column, Table}

/** The end of a run on the console: a table of its requests, and the prediction beside the total. */
object Summary {

  private val width = 108

  def lines(result: Result): Vector[String] = {
    val window = result.window
    val title =
      if (result.load.inSlices) text("measured in full slices of %.1f s in all:", window.seconds)
      else text("measured from %.1f s to %.1f s of the load:", window.fromMs / 1000.0, window.toMs / 1000.0)
    val more =
      result.prediction.map(against(_, result.total)).toVector ++ result.burst.map(burst) ++
        result.staircase.toVector.flatMap(levels) ++ result.intervention.map(step) ++
        ResultSentences.predictionMiss(result) ++ errors(result.total) ++ ResultSentences.generatorShare(result)
    val requests = Table(outcomes, result.requests.toVector.sortBy(_._1) :+ ("total" -> result.total))
    title +: (requests.lines(width) ++ more ++ soundness(result)).map("  " + _)
  }

  private val outcomes: Vector[Column[(String, Outcome)]] = {
    def latency(label: String)(of: Latency => Double): Column[(String, Outcome)] =
      Column.some(label)(_._2.latencyMs.map(all => Numbers.millis(of(all))))
    Vector(
      Column.text[(String, Outcome)]("request")(_._1),
      Column.number[(String, Outcome)]("OK/s")(row => Numbers.plain(row._2.throughput)),
      Column.number[(String, Outcome)]("failed")(row => Numbers.count(row._2.ko)),
      latency("p50")(_.p50),
      latency("p95")(_.p95),
      latency("p99")(_.p99),
      latency("max")(_.max)
    )
  }

  /** Predicted throughput, with its interval, limiting resource and formula. */
  def predicted(prediction: Limit): String = {
    val interval = prediction.interval.map { case (low, high) => text(" (%.1f to %.1f)", low, high) }
    val value = text("%.1f/s", prediction.perSecond)
    s"predicted $value${interval.getOrElse("")}, limited by ${prediction.by}: ${prediction.formula}"
  }

  private def against(prediction: Limit, total: Outcome): String =
    text("%s; measured / predicted = %.3f", predicted(prediction), total.throughput / prediction.perSecond)

  private def burst(times: BurstTimes): String = {
    val sent = text("%d requests within %d ms", times.requests, times.spreadMs)
    times.allAnsweredMs.fold(sent)(last => sent + text(", the last answer after %.2f s", last / 1000.0))
  }

  private def levels(staircase: StaircaseReading): Vector[String] = {
    val marks = staircase.marks.map { case (name, level) =>
      s"$name: ${level.fold("none")(found => s"${found.users} users")}"
    }
    Table(RunTables.ofLevel, staircase.levels).lines(width) :+
      text("%s; SLO: p95 of %.0f ms", marks.mkString(", "), staircase.slo.p95Ms)
  }

  private def step(done: InterventionStep): String = {
    val took = done.durationMs.fold("not done when the load ended")(ms => text("%.2f s", ms / 1000.0))
    text("%s at %.1f s: %s, %s", done.name, done.fromMs / 1000.0, took, done.outcome)
  }

  /** The last line says whether the run counts. */
  private def soundness(result: Result): Vector[String] = {
    def objections(said: String): String = result.objections.mkString(s"$said: ", "; ", "")
    val counts = result.soundness match {
      case Soundness.Sound if result.missesPrediction => "sound, but the prediction is missed: no check says why"
      case Soundness.Sound if result.undecided.nonEmpty => "sound: no check failed"
      case Soundness.Sound => "sound: all checks passed"
      case Soundness.Disturbed(_) => objections("DISTURBED")
      case Soundness.Invalid(_) => objections("INVALID")
    }
    result.undecided.map(check => s"cannot tell: $check") :+ counts
  }

  private def errors(total: Outcome): Vector[String] =
    total.errors.toVector.sortBy(-_._2).map { case (message, count) => s"failed $count times: $message" }
}

/** Runs beside each other on the console, a line each, and what they say. */
object Overview {
  private val width = 106

  /** @param answers of their studies, in a sentence each */
  def lines(runs: Vector[Result], answers: Vector[String]): Vector[String] =
    if (runs.isEmpty) Vector.empty
    else Table(columns, runs).lines(width).map("  " + _) ++ answers.flatMap(Text.wrapped(_, width + 2, indent = "  "))

  private val columns: Vector[Column[Result]] = Vector(
    Column.text[Result]("variant")(run => s"${run.run.experiment}, ${run.run.variant}"),
    Column.number[Result]("predicted/s")(_.predicted),
    Column.number[Result]("measured/s")(run => Numbers.plain(run.total.throughput)),
    Column.number[Result]("ratio")(_.efficiencyText),
    Column.text[Result]("run")(_.state)
  )
}
