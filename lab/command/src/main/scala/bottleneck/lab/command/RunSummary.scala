package bottleneck.lab.command

import bottleneck.lab.command.Terminal.Colour
import bottleneck.lab.model.{RequestTable, Run}
import java.nio.file.Path

/** A run on the console. */
private[command] object RunSummary {
  val width = 110

  /** Not in every terminal's font. */
  val thinSpace = '\u202f'

  private val mostRequests = 10
  private val mostFailures = 5

  /** @param written files that were written */
  def of(run: Run, expectations: Expectations, source: Source, written: Vector[Path], terminal: Terminal): String = {
    import terminal.paint
    val sentences = new RunSentences(run)
    val more = run.requests.size - mostRequests
    Vector(
      Vector(
        paint(Colour.Bold, run.simulation),
        sentences.origin,
        sentences.volume
      ) ++ sentences.rate :+ s"log: ${source.text}",
      sentences.objections.map(check => paint(Colour.Amber, s"! ${check.sentence}")),
      RequestTable
        .of(run.copy(requests = run.requests.take(mostRequests)))
        .console(width)
        .linesIterator
        .toVector ++
        Option.when(more > 0)(s"and $more more requests: --html, --csv and --json have them"),
      sentences.failures(mostFailures).map(line => paint(Colour.Bad, clipped(line))),
      expectations.all.flatMap { one =>
        (s"${one.sign.symbol} ${one.lines.head}" +: one.lines.tail.map("    " + _)).map(paint(one.sign.colour, _))
      },
      written.map(path => s"wrote $path")
    ).filter(_.nonEmpty).map(_.mkString("\n")).mkString("\n\n").replace(thinSpace, ' ')
  }

  private def clipped(line: String): String = if (line.length <= width) line else s"${line.take(width - 1)}…"
}
