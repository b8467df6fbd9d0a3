package bottleneck.lab.command

import bottleneck.lab.figures.{Change, Metrics, Ratio, Run}
import bottleneck.lab.report._
import bottleneck.lab.report.chart.{Charts, Drawing}
import java.nio.file.Path
import scalatags.Text.all._

/** The page of a comparison. */
private[command] final class ComparePage(report: CompareReport) {
  private val comparison = report.comparison
  private val mostRows = 12

  def render: String = Page(
    "B against A",
    frag(Page.lead(report.verdict), ul(report.sides.map(li(_)))),
    Vector(
      Section.cautions(comparison.notes),
      Section("charts", "Ratios", Charts(charts)),
      Section("requests", "Request by request", requests.as("request by request"), Note(reading)),
      Section("conditions", "Runs", runs.as("runs"))
    )
  ).html

  private def charts: Vector[Drawing] = {
    import report.names
    val ofAll =
      names.chart("all", s"${Comparison.allRequests}: ${names.label}", comparison.all.map(of => of.name -> of))
    val each = Vector(Metrics.p50, Metrics.p95).flatMap { metric =>
      names.chart(metric.name, s"${metric.name} by request: ${names.label}", comparison.of(metric).take(mostRows))
    }
    ofAll.toVector ++ each
  }

  private def requests: Table[(String, Vector[Ratio])] = {
    type Row = (String, Vector[Ratio])
    val metrics = comparison.all.map(_.name).zipWithIndex.map { case (metric, n) =>
      Column.number[Row](metric)(_._2(n).text).shown(row => cell(row._2(n)))
    }
    Table(
      Column.text[Row]("request")(_._1) +: metrics,
      (Comparison.allRequests -> comparison.all) +: comparison.requests
    )
  }

  private def cell(of: Ratio): Frag =
    frag(of.text, div(cls := "note")(s"${of.textOfOther} → ${of.textOfOne} ", badge(of.change)))

  private def badge(change: Change): Frag = change match {
    case Change.Better => Page.badge("sound", "✓", change.word)
    case Change.Worse => Page.badge("invalid", "✗", change.word)
    case Change.NotShown | Change.Unknown => frag()
  }

  private def reading: String =
    "A ratio is B ÷ A, with its 95 % interval in brackets and the values of both sides below it. Where the interval holds " +
      "1, no difference is shown, which does not prove that there is none. The value of a side is the geometric mean of its runs."

  private def runs: Table[(String, Path, Run)] = Table(
    Vector(
      Column.text[(String, Path, Run)]("file")(_._2.toString),
      Column.text[(String, Path, Run)]("side")(_._1),
      Column.text[(String, Path, Run)]("run")(one => new RunSentences(one._3).origin)
    ) ++ Vector(Metrics.requests, Metrics.ko).map(Column.metric[(String, Path, Run)](_)(_._3.total)),
    Vector("A" -> report.a, "B" -> report.b).flatMap { case (name, side) =>
      side.runs.map { case (file, run) => (name, file, run) }
    }
  )
}
