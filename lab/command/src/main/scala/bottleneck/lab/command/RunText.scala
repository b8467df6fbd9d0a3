package bottleneck.lab.command

import bottleneck.lab.command.Terminal.Colour
import bottleneck.lab.figures.statistics.SteadyState.Finding
import bottleneck.lab.figures.statistics.{BatchMeans, Interval}
import bottleneck.lab.figures._
import bottleneck.lab.report.{RequestTable, Table}

/** Sentences on a run that console, page and Markdown share. */
private[command] final class RunSentences(run: Run) {
  import RunSentences._

  /** Class of the simulation, without its package. */
  val simulation: String = run.simulation.drop(run.simulation.lastIndexOf('.') + 1)

  val origin: String =
    (Vector(Numbers.at("uuuu-MM-dd HH:mm 'UTC'", run.start), s"Gatling ${run.gatling} (${run.format})") ++
      Some(Table.printable(run.description).trim).filter(_.nonEmpty)).mkString(" · ")

  val volume: String = {
    val most = run.slots.map(_.users).maxOption.getOrElse(0)
    val atOnce = if (most > 0 && most < run.users) s", at most ${Numbers.count(most.toLong)} at once" else ""
    val failed =
      if (run.total.ko == 0) "none"
      else
        Numbers.count(run.total.ko) + Metrics.failedPercent
          .of(run.total)
          .fold("")(of => s" (${Numbers.inPercent(of.value)})")
    s"${Numbers.count(run.total.count)} requests in ${Numbers.millis((run.lastMs - run.firstMs).toDouble)} by " +
      s"${Numbers.counted(run.users, "user")}$atOnce; $failed failed"
  }

  /** Rate of the measured window, and whether it is steady; without a window that of the run. */
  val rate: Option[String] =
    run.measured.fold(Metrics.runThroughput.of(run.total).map(of => s"${rate(of)} OK/s, with arrival and drain"))(
      measured => Metrics.throughput.of(run.total).map(rate(measured, _))
    )

  private def rate(measured: Measured, throughput: Estimate): String = {
    def second(ms: Int): String = Numbers.count(ms / 1000.0)
    val steady = measured.steady.map(_.answer) match {
      case Some(Finding.Steady) => "steady"
      case Some(Finding.Drifts) => "not steady"
      case Some(Finding.CannotTell) => "too short to say whether it is steady"
      case None => "too few responses to say whether it is steady"
    }
    s"${rate(throughput)} OK/s from second ${second(measured.window.fromMs)} to ${second(measured.window.toMs)}, " +
      s"without arrival and drain; $steady"
  }

  val times: Option[String] = Some((Metrics.overTime :+ Metrics.max).flatMap { metric =>
    metric.of(run.total).map(time => s"${metric.name} ${metric.quantity.write(time.value)}")
  }).filter(_.nonEmpty).map(_.mkString(", "))

  val objections: Vector[Check] = run.checks.filterNot(_.passed)

  val firstFailure: Option[String] = run.firstFailure.map { failure =>
    s"first failure at ${Numbers.millis(failure.atMs.toDouble)} of the run" +
      Option.when(failure.request.nonEmpty)(s", ${Table.printable(failure.request)}").getOrElse("")
  }

  /** The most frequent messages of failures, each in a line. */
  def failures(most: Int): Vector[String] = {
    val more = run.failures.size - most
    run.failures.take(most).map { failure =>
      s"${Numbers.count(failure.count)} × ${message(failure.message)}${failure.kind.fold("")(kind => s" ($kind)")}"
    } ++ Option.when(more > 0)(s"and $more other messages") ++ firstFailure
  }

  private def rate(estimate: Estimate): String = estimate.interval.fold(Numbers.plain(estimate.value)) {
    case (low, high) => Numbers.interval(Interval(estimate.value, low, high, BatchMeans.batches, confidence = 0.95))
  }
}

private[command] object RunSentences {
  def message(text: String): String = Some(Table.printable(text).trim).filter(_.nonEmpty).getOrElse("no message")
}

/** A run on the console, as sections of lines. */
private[command] object RunSummary {
  val width = 110

  private val mostRequests = 10
  private val mostFailures = 5

  def of(run: Run, expectations: Expectations, source: Source, terminal: Terminal): Vector[Vector[String]] = {
    import terminal.paint
    val sentences = new RunSentences(run)
    val more = run.requests.size - mostRequests
    Vector(
      Vector(paint(Colour.Bold, run.simulation), sentences.origin, sentences.volume) ++ sentences.rate :+
        s"log: ${source.text}",
      sentences.objections.map(check => paint(Colour.Amber, s"! ${check.sentence}")),
      RequestTable.of(run.copy(requests = run.requests.take(mostRequests))).console(width).linesIterator.toVector ++
        Option.when(more > 0)(s"and $more more requests: --html, --csv and --json have them"),
      sentences.failures(mostFailures).map(line => paint(Colour.Bad, clipped(line))),
      expectations.all.flatMap { one =>
        (s"${one.sign.symbol} ${one.lines.head}" +: one.lines.tail.map("    " + _)).map(paint(one.sign.colour, _))
      }
    )
  }

  private def clipped(line: String): String = if (line.length <= width) line else s"${line.take(width - 1)}…"
}

/** A run as Markdown, for a comment on a pull request. */
private[command] object RunMarkdown {
  private val mostRequests = 20
  private val mostFailures = 10

  def of(run: Run, expectations: Expectations): String = {
    val sentences = new RunSentences(run)
    val verdict =
      if (expectations.all.isEmpty) "" else s"${expectations.sign.symbol} ${expectations.sign.word}: "
    val more = run.requests.size - mostRequests
    def items(lines: Vector[String], indent: String = ""): String =
      lines.map(line => s"$indent- ${Table.escaped(line)}").mkString("\n")
    val judged = expectations.all.flatMap(one =>
      Vector(items(Vector(s"${one.sign.symbol} ${one.lines.head}")), items(one.lines.tail, indent = "  "))
    )
    Vector(
      s"**$verdict${Table.escaped(sentences.simulation)}**: ${Table.escaped(sentences.volume)}.",
      (items(sentences.objections.map(check => s"⚠ ${check.sentence}")) +: judged).filter(_.nonEmpty).mkString("\n"),
      RequestTable.of(run.copy(requests = run.requests.take(mostRequests))).markdown.stripTrailing,
      if (more > 0) s"And $more more requests." else "",
      items(sentences.failures(mostFailures)),
      s"<sub>${Table.escaped((sentences.origin +: sentences.rate.toVector).mkString(" · "))}</sub>"
    ).filter(_.nonEmpty).mkString("", "\n\n", "\n")
  }
}
