package bottleneck.lab.command

import bottleneck.lab.command.Comparison.{Answer, Row}
import bottleneck.lab.figures.{Metrics, Numbers, Run}
import bottleneck.lab.report.chart._
import bottleneck.lab.report.{Column, PageParts, Table}
import java.nio.file.Path
import scalatags.Text.all._

/** The page of a comparison. */
private[command] final class ComparePage(report: CompareReport) {
  private val rows = report.comparison.rows
  private val metrics = rows.map(_.metric).distinct
  private val mostRows = 12

  def render: String = PageParts.frame(
    "B against A · Bottleneck",
    frag(
      header(h1("B against A"), p(cls := "lead")(report.verdict), ul(report.sides.map(li(_)))),
      PageParts.objections(report.comparison.notes),
      PageParts.part("charts", "Ratios", Vector(div(cls := "charts")(charts))),
      PageParts.part("requests", "Request by request", Vector(table, p(cls := "note")(reading))),
      PageParts.part("conditions", "Runs", Vector(runs.html("runs")))
    )
  )

  private def charts: Vector[Frag] = {
    val (all, each) = rows.partition(_.request.isEmpty)
    chart("all", "All requests: B ÷ A", all, _.metric.name) ++ Vector(Metrics.p50, Metrics.p95).flatMap { metric =>
      val rows = each.filter(_.metric == metric).take(mostRows)
      chart(metric.name, s"${metric.name} by request: B ÷ A", rows, _.name)
    }
  }

  /** Ratios around a mark at 1: the axis measures how far from it they are. */
  private def chart(id: String, title: String, rows: Vector[Row], name: Row => String): Vector[Frag] = {
    val known = rows.flatMap(row => row.ratio.map(row -> _))
    val points = known.zipWithIndex.map { case ((_, ratio), n) =>
      Point(n.toDouble, ratio.value - 1, ratio.interval.map { case (low, high) => (low - 1, high - 1) })
    }
    val ends =
      points.flatMap(point => point.y +: point.interval.toVector.flatMap { case (low, high) => Vector(low, high) })
    val axis = Axis("B ÷ A", AxisScale.fromZero(ends), distance => Numbers.count(1 + distance))
    val categories = known.map { case (row, ratio) => Category(name(row), Comparison.written(ratio.value)) }
    val series = Vector(
      Series("1: no difference", Look.Theory, Drawn.Points, points.map(point => Point(point.x, 0))),
      Series("ratio with its 95 % interval", Look.First, Drawn.Points, points)
    )
    if (points.isEmpty) Vector.empty else Vector(CategoryChart(s"ratio-$id", title, categories, axis, series).draw)
  }

  private def table: Frag = PageParts.table(
    "request by request",
    tr(th(cls := "text")("request"), metrics.map(metric => th(metric.name))),
    rows.grouped(metrics.size).toVector.map { ofOne =>
      tr(th(attr("scope") := "row", cls := "text")(ofOne.head.name), ofOne.map(cell))
    }
  )

  private def cell(row: Row): Frag = td(attr("data-label") := row.metric.name)(
    row.ratioText,
    div(cls := "note")(s"${row.text(row.a)} → ${row.text(row.b)} ", badge(row.answer))
  )

  private def badge(answer: Answer): Frag = answer match {
    case Answer.Better => PageParts.badge("sound", "✓", answer.word)
    case Answer.Worse => PageParts.badge("invalid", "✗", answer.word)
    case Answer.NoDifference | Answer.Unknown => frag()
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
