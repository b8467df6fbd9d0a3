package bottleneck.lab.engine.ask

import bottleneck.lab.engine.turns.{Turn, TurnPair, TurnTimes}
import bottleneck.lab.figures.record.CompareResult
import bottleneck.lab.figures.statistics.TurnsRatio
import bottleneck.lab.figures.{Better, Numbers, Ratio, Truth}
import bottleneck.lab.report._
import bottleneck.lab.report.chart._
import java.time.Instant
import java.time.temporal.ChronoUnit

/** Texts of a comparison, for the console, the page, Markdown and JUnit, and its result. */
private[ask] final class CompareReport(
    settings: AskSettings,
    against: Against,
    val rounds: Vector[TurnsRound],
    val conditions: Vector[String]
) {
  val title: String = s"${settings.text} · ${settings.service.nameInFull} against ${against.name}"

  private val rate = rounds.map(_.rate).sum / rounds.size

  /** Each figure, and what its ratio is made of. */
  private val figures: Vector[(Ratio, Option[TurnsRatio])] = {
    val atRate = s"at ${Numbers.rate(rate)}"
    Vector(
      figure("throughput", Better.Higher, _.closed)(turn => Some(turn.perSecond))(Numbers.rate),
      figure("CPU per request", Better.Lower, _.closed)(_.cpuSeconds)(Limits.time),
      figure(s"p50 $atRate", Better.Lower, _.paced)(turn => Some(turn.p50))(Numbers.inMillis),
      figure(s"p99 $atRate", Better.Lower, _.paced)(turn => Some(turn.p99))(Numbers.inMillis)
    ).flatten
  }

  /** None where it could not be seen of both. */
  private def figure(name: String, better: Better, of: TurnsRound => Vector[TurnPair])(value: Turn => Option[Double])(
      write: Double => String
  ): Option[(Ratio, Option[TurnsRatio])] = {
    val pairs = rounds.map(of)
    val ratio = TurnPair.ratio(pairs, against.looks)(value)
    Some(TurnPair.means(pairs.flatten)(value)).collect { case Vector(one, other) =>
      Ratio(name, better, Some(one), Some(other), ratio.map(Ratio.of))(write) -> ratio
    }
  }

  private def throughput: Option[TurnsRatio] = figures.headOption.flatMap(_._2)

  /** Whether the new one is not slower by more than is allowed. */
  val truth: Option[Truth] = against.most.map { most =>
    throughput.fold[Truth](Truth.Undecided) { ratio =>
      if (ratio.low >= 1 - most) Truth.Yes else if (ratio.high < 1) Truth.No else Truth.Undecided
    }
  }

  def exitCode: Option[Int] = truth.map {
    case Truth.Yes => 0
    case Truth.No => 1
    case Truth.Undecided => 3
  }

  def sentence: String = {
    val found = throughput.fold("Too few turns to say anything.") { ratio =>
      val word =
        if (ratio.low > 1) "The new one is faster"
        else if (ratio.high < 1) "The new one is slower"
        else "No difference of the new one is shown"
      s"$word: it does ${Ratio.text(Ratio.of(ratio))} times as many requests per second as the old one."
    }
    found + truth.zip(against.most).fold("") { case (truth, most) =>
      val part = Numbers.percent(most)
      truth match {
        case Truth.Yes => s" So it is not slower by more than $part."
        case Truth.No if throughput.exists(_.high < 1 - most) => s" So it is slower by more than $part."
        case Truth.No => s" That it is slower is shown, but not whether by more than $part$longer."
        case Truth.Undecided => s" Whether it is slower by more than $part is undecided$longer."
      }
    }
  }

  /** Time that would decide, as the interval shrinks with its root. */
  private def longer: String = throughput.zip(against.most).fold("") { case (ratio, most) =>
    val needed = math.max(0.002, math.abs(math.log(ratio.value / (1 - most))))
    val times = math.pow(math.log(ratio.high / ratio.low) / 2 / needed, 2)
    val minutes = (rounds.map(round => round.closed.size * 2 * round.sliceSeconds).sum * times / 60).ceil
    s": some ${Numbers.counted(minutes.toInt, "minute")} of turns would decide if nothing changes (-Dfor=)"
  }

  private val names = Ratios("new", "old")

  def table: Table[Ratio] = Table(names.columns, figures.map(_._1))

  def chart: Option[Drawing] =
    names.chart("all", s"All figures: ${names.label}", figures.map { case (of, _) => of.name -> of })

  def cautions: Vector[String] = {
    val failed = rounds.flatMap(round => round.closed ++ round.paced).flatMap(_.both).map(_.failedShare).max
    Vector(
      Option.when(failed > 0)(s"Requests failed: up to ${Numbers.percent(failed)} of a turn."),
      throughput
        .filter(_.joined > 1)
        .map(ratio => s"Neighbouring pairs are alike: ${ratio.joined} of them are counted as one."),
      throughput.filter(_.halfWidth > against.to && against.most.isEmpty).map { ratio =>
        s"The interval is ± ${Numbers.percent(ratio.halfWidth)}, wider than ${Numbers.percent(against.to)}: give more time with -Dfor=."
      }
    ).flatten
  }

  val scope: String =
    if (rounds.size == 1)
      "The interval is about these two JVMs: another start may compile otherwise. -Drounds=3 starts both anew."
    else s"The interval is about ${rounds.size} starts of both, so it contains what a start does."

  def lines: Vector[String] =
    table.console(120).linesIterator.map("  " + _).toVector ++ Vector(sentence) ++ cautions :+ scope

  def markdown: String = s"**$title**\n\n$sentence\n\n${table.markdown}\n${(cautions :+ scope).mkString("\n\n")}\n"

  /** One test case: whether the new one is not slower by more than is allowed. */
  def junit: String =
    Junit.render("compare", Vector(JunitCase("compare", title, truth.getOrElse(Truth.Yes), sentence)))

  def result: CompareResult = CompareResult(
    settings.text,
    settings.service.nameInFull,
    against.name,
    against.seed,
    Some(Instant.now.truncatedTo(ChronoUnit.MILLIS).toString),
    sentence,
    exitCode,
    figures.map { case (of, turns) =>
      val ratio = turns.map(ratio => CompareResult.Ratio(ratio.value, ratio.low, ratio.high, ratio.n))
      CompareResult.Figure(of.name, of.one, of.other, ratio)
    },
    rounds.map(of => CompareResult.Round(of.rate, pairs(of.closed), pairs(of.paced))),
    conditions
  )

  private def pairs(of: Vector[TurnPair]): Vector[CompareResult.Pair] =
    of.map(pair => CompareResult.Pair(turn(pair.one), turn(pair.other)))

  private def turn(of: Turn): CompareResult.Turn =
    CompareResult.Turn(of.perSecond, of.cpuSeconds, of.p50, of.p99, of.failedShare)
}

/** The page of a comparison. */
private[ask] final class ComparePage(report: CompareReport) {
  def render: String = Page(
    report.title,
    Page.lead(report.sentence),
    Vector(
      Section.cautions(report.cautions),
      Section("figures", "New ÷ old", report.table.as("figures"), Paragraphs(Vector(report.scope))),
      Section("charts", "Charts", Charts(report.chart.toVector :+ pairs)),
      Section("making", "How the numbers are made", Paragraphs(making)),
      Section("notes", "Conditions", Paragraphs(report.conditions))
    )
  ).html

  private def pairs: Drawing = {
    val ratios = report.rounds.flatMap(_.closed).flatMap(_.throughputRatio)
    val points = ratios.zipWithIndex.map { case (ratio, n) => Point(n + 1.0, 100 * (ratio - 1)) }
    val x = Axis("pair", AxisScale.spreading(points.map(_.x)), Numbers.count)
    val y = Axis("% more than the old one", AxisScale.fromZero(points.map(_.y)), Numbers.count)
    val equal =
      Series("equal", Look.Theory, Drawn.Joined, Vector(points.head, points.last).map(point => Point(point.x, 0)))
    Chart(
      "pairs",
      "Throughput of the new one, pair by pair",
      x -> y,
      Vector(Series("a pair", Look.First, Drawn.Points, points), equal)
    )
  }

  private def making: Vector[String] = Vector(
    "Both services run all the time. One has all users for 1 s (up to 5 s where answers are slow), then the other; a pair is a turn of each, in random order. " +
      "What the machine does meanwhile happens to both.",
    "Of a turn the first quarter does not count, and of the rest only requests that were sent and answered in it. CPU time is read where counting begins and ends.",
    "A ratio is the mean of the pairs' logarithms, with Student's t-interval or a bootstrap's where that is wider. Where neighbours are alike, they are joined.",
    s"It is looked at every ${TurnTimes.usual.look.toSeconds} s, and ends when the interval is narrow enough. The interval at an early look is wider, so that 5 % of runs miss at any of their looks (O'Brien and Fleming).",
    "Response times are compared at the same rate for both, 60 % of what the slower one does."
  )
}
