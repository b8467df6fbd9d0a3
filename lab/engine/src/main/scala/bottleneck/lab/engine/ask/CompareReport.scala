package bottleneck.lab.engine.ask

import bottleneck.lab.engine.turns.{Turn, TurnPair, TurnTimes}
import bottleneck.lab.figures.statistics.TurnsRatio
import bottleneck.lab.figures.{Numbers, Truth}
import bottleneck.lab.report.chart._
import bottleneck.lab.report.{Column, Junit, JunitCase, PageParts, Table}
import java.time.Instant
import java.time.temporal.ChronoUnit
import scalatags.Text.all._
import ujson.{Num, Obj, Value}

/** Figure of a comparison: new ÷ old; none where it could not be seen. */
private[ask] final case class Compared(
    name: String,
    one: Double,
    other: Double,
    unit: Double => String,
    ratio: Option[TurnsRatio]
)

/** Texts of a comparison: for the console, the page, JSON, Markdown and JUnit. */
private[ask] final class CompareReport(
    settings: AskSettings,
    against: Against,
    val rounds: Vector[TurnsRound],
    val conditions: Vector[String]
) {
  import Json._

  val title: String = s"${settings.text} · ${settings.nameInFull} against ${against.name}"

  private val rate = rounds.map(_.rate).sum / rounds.size

  val figures: Vector[Compared] = {
    val atRate = s"at ${Numbers.rate(rate)}"
    Vector(
      figure("throughput", Numbers.rate, _.closed)(turn => Some(turn.perSecond)),
      figure("CPU per request", seconds => Limits.time(seconds), _.closed)(_.cpuSeconds),
      figure(s"p50 $atRate", Numbers.inMillis, _.paced)(turn => Some(turn.p50)),
      figure(s"p99 $atRate", Numbers.inMillis, _.paced)(turn => Some(turn.p99))
    ).flatten
  }

  private def figure(name: String, unit: Double => String, of: TurnsRound => Vector[TurnPair])(
      value: Turn => Option[Double]
  ): Option[Compared] = {
    val pairs = rounds.map(of)
    Some(TurnPair.means(pairs.flatten)(value)).collect { case Vector(one, other) =>
      Compared(name, one, other, unit, TurnPair.ratio(pairs, against.looks)(value))
    }
  }

  private def throughput: Option[TurnsRatio] = figures.headOption.flatMap(_.ratio)

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
      s"$word: it does ${Against.text(ratio)} times as many requests per second as the old one."
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

  def table: Table[Compared] = {
    def ratio(label: String)(text: TurnsRatio => String): Column[Compared] =
      Column.number(label)(_.ratio.fold(Numbers.none)(text))
    val columns = Vector(
      Column.text[Compared]("figure")(_.name),
      Column.number[Compared]("new")(of => of.unit(of.one)),
      Column.number[Compared]("old")(of => of.unit(of.other)),
      ratio("new ÷ old")(of => Numbers.fixed(of.value, 3)),
      ratio("95 % interval")(of => s"${Numbers.fixed(of.low, 3)} to ${Numbers.fixed(of.high, 3)}")
    )
    Table(columns, figures)
  }

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

  /** `bottleneck/compare/1`: rates per second, CPU time in seconds, response times in ms. */
  def json: String = text(
    "schema" -> "bottleneck/compare/1",
    "asked" -> settings.text,
    "new" -> settings.nameInFull,
    "old" -> against.name,
    "seed" -> against.seed.toDouble,
    "endedAt" -> Instant.now.truncatedTo(ChronoUnit.MILLIS).toString,
    "sentence" -> sentence,
    "exitCode" -> option(exitCode)(Num(_)),
    "figures" -> figures.map { of =>
      val ratio = of.ratio.map(of =>
        Obj("value" -> number(of.value), "low" -> number(of.low), "high" -> number(of.high), "n" -> of.n)
      )
      Obj("name" -> of.name, "new" -> number(of.one), "old" -> number(of.other), "ratio" -> option(ratio)(identity))
    },
    "rounds" -> rounds.map(of =>
      Obj("rate" -> number(of.rate), "closed" -> pairs(of.closed), "paced" -> pairs(of.paced))
    ),
    "conditions" -> conditions
  )

  private def pairs(of: Vector[TurnPair]): Value =
    of.map(pair => Obj("new" -> turn(pair.one), "old" -> turn(pair.other)))

  private def turn(of: Turn): Obj = Obj(
    "perSecond" -> number(of.perSecond),
    "cpuSeconds" -> option(of.cpuSeconds)(number),
    "p50" -> number(of.p50),
    "p99" -> number(of.p99),
    "failed" -> number(of.failedShare)
  )
}

/** The page of a comparison. It has no script and no inline style. */
private[ask] final class ComparePage(report: CompareReport) {
  def render: String = PageParts.frame(
    s"${report.title} · Bottleneck",
    frag(
      header(h1(report.title), p(cls := "lead")(report.sentence)),
      PageParts.objections(report.cautions),
      PageParts.part("figures", "New ÷ old", Vector[Frag](report.table.html("figures"), p(report.scope))),
      PageParts.part("pairs", "Pair by pair", Vector(div(cls := "charts")(chart))),
      PageParts.part("making", "How the numbers are made", making.map(p(_))),
      PageParts.part("notes", "Conditions", report.conditions.map(p(_)))
    )
  )

  private def chart: Frag = {
    val ratios = report.rounds.flatMap(_.closed).flatMap(_.throughputRatio)
    val points = ratios.zipWithIndex.map { case (ratio, n) => Point(n + 1.0, 100 * (ratio - 1)) }
    val x = Axis("pair", AxisScale.spreading(points.map(_.x)), Numbers.count)
    val y = Axis("% more than the old one", AxisScale.fromZero(points.map(_.y)), Numbers.count)
    val equal =
      Series("equal", Look.Theory, Drawn.Joined, Vector(points.head, points.last).map(point => Point(point.x, 0)))
    val series = Vector(Series("a pair", Look.First, Drawn.Points, points), equal)
    Chart("ratio", "Throughput of the new one", x -> y, series).draw
  }

  private def making: Vector[String] = Vector(
    "Both services run all the time. One has all users for 1 s (up to 5 s where answers are slow), then the other; a pair is a turn of each, in random order. " +
      "What the machine does meanwhile happens to both.",
    "Of a turn the first quarter does not count, and of the rest only requests that were sent and answered in it. CPU time is read where counting begins and ends.",
    "A ratio is the mean of the pairs' logarithms, with Student's t-interval or a bootstrap's where that is wider. Where neighbours are alike, they are joined.",
    s"It is looked at every ${TurnTimes.usual.look.toSeconds} s, and ends when the interval is narrow enough; each look has its part of the 5 % by which all may miss (Bonferroni).",
    "Response times are compared at the same rate for both, 60 % of what the slower one does."
  )
}
