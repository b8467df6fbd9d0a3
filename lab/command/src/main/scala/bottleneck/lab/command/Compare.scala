package bottleneck.lab.command

import bottleneck.lab.figures._
import bottleneck.lab.figures.reading.RunFigures
import bottleneck.lab.figures.json.RunJson
import bottleneck.lab.report.chart.Ratios
import bottleneck.lab.report.{Column, Table}
import java.nio.file.Path

/** `compare`: two sides of one run or several. */
private[command] object Compare {
  import Verbs._

  def run(arguments: Arguments, terminal: Terminal): Either[Problem, Int] =
    for {
      _ <- Either.cond(
        arguments.operands.size == 2,
        (),
        Problem("compare takes two logs, or two jars and a request: see 'help compare'.")
      )
      _ <- Services.compareFlags
        .find(arguments.has)
        .map(flag => Problem(s"${flag.name} is for two jars and a request."))
        .toLeft(())
      files <- Problem.each(arguments.operands)(Inputs.runs)
      outputs <- Output.all(arguments.some(html, markdown), files.flatten)
      sides <- Problem.each(arguments.operands.zip(files)) { case (name, files) =>
        Problem
          .each(files)(file => read(file, arguments.has(anyVersion), terminal).map(file -> _))
          .flatMap(runs => repeated(runs).map(Problem(_)).toLeft(Side(name, runs)))
      }
      report = new CompareReport(sides(0), sides(1))
      written <- Output.write(outputs, terminal) {
        case Verbs.html => new ComparePage(report).render
        case Verbs.markdown => report.markdown
      }
    } yield {
      Output.show(outputs, terminal)(report.console(terminal) :+ written: _*)
      0
    }

  /** A run that a side has twice, such as a log and its JSON, would make its interval too narrow. */
  private def repeated(runs: Vector[(Path, Run)]): Option[String] =
    runs.groupBy { case (_, run) => (run.simulation, run.start) }.collectFirst {
      case ((simulation, start), (one, _) +: (other, _) +: _) =>
        s"$one and $other are the same run of $simulation, of $start: give it once."
    }

  private def read(file: Path, anyVersion: Boolean, terminal: Terminal): Either[Problem, Run] =
    if (file.toString.endsWith(".json")) RunJson.read(file)
    else terminal.reading(file)(RunFigures.read(file, anyVersion, _)).map(_._1).left.map(Inputs.problem)
}

/** Runs of a side, by the file that each was read from. */
private[command] final case class Side(name: String, runs: Vector[(Path, Run)])

private[command] final class CompareReport(val a: Side, val b: Side) {
  val comparison: Comparison = Comparison.of(a.runs.map(_._2), b.runs.map(_._2))

  val sides: Vector[String] = Vector("A" -> a, "B" -> b).map { case (name, side) =>
    s"$name: ${side.name}, ${Numbers.counted(side.runs.size, "run")} of ${side.runs.map(_._2.simulation).distinct.mkString(", ")}"
  }

  val names: Ratios = Ratios("B", "A")

  val verdict: String = comparison.all
    .map(of => s"${of.name} ${of.text}, ${of.change.word}")
    .mkString(s"${names.label}: ", "; ", ".")

  def markdown: String =
    Vector(
      s"**${Table.escaped(verdict)}**",
      table(20).markdown.stripTrailing,
      (comparison.notes ++ sides).map(note => s"- ${Table.escaped(note)}").mkString("\n")
    ).mkString("", "\n\n", "\n")

  def console(terminal: Terminal): Vector[Vector[String]] = Vector(
    sides,
    table(10).console(RunSummary.width).linesIterator.toVector,
    comparison.notes.map(note => terminal.paint(Terminal.Colour.Amber, s"! $note"))
  )

  /** Every metric of all requests, and the p95 of the first requests. */
  private def table(requests: Int): Table[(String, Ratio)] = Table(
    Column.text[(String, Ratio)]("request")(_._1) +: names.columns.map(_.from[(String, Ratio)](_._2)),
    comparison.all.map(Comparison.allRequests -> _) ++ comparison.of(Metrics.p95).take(requests)
  )
}
