package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.Columns.Cell
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.PartMetrics
import bottleneck.lab.explain.statistics.Latency
import bottleneck.lab.explain.verdict._
import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.lab.page.PageParts
import scalatags.Text.all._

/** Typical run of each variant: published, predicted and measured. */
private[page] object VariantTable {
  private val columns = new Columns(
    "variant",
    Columns.Group("responses per second", "published", "predicted", "measured", "efficiency"),
    Columns.Group("response time", "p50", "p95", "p99", "max"),
    Columns.Group("failed"),
    Columns.Group("peak pending"),
    Columns.Group("cores in use", "service", "database", "generator", "machine")
  )

  def of(variants: Vector[Variant], links: Links): Frag =
    PageParts.table("variants", columns.header, variants.flatMap(rows(_, links)), "variants numbers")

  private def rows(variant: Variant, links: Links): Vector[Frag] = {
    val result = variant.shown
    val details = Vector(failures(result), Option.unless(result.sound)(Badge.objections(result))).flatten
    val css = Vector(Badge.row(result), Option.when(details.nonEmpty)("detailed")).flatten
    columns.row(css.mkString(" "), head(result, links.gatling(variant.typical)), cells(result)) +:
      (if (details.isEmpty) Vector.empty else Vector(tr(cls := "detail")(td(colspan := columns.size)(details))))
  }

  private def head(result: Result, report: Option[String]): Frag = th(attr("scope") := "row", cls := "text")(
    div(result.run.variant),
    Badge.of(result),
    report.map(link => div(cls := "note")(a(href := link)("Gatling's report")))
  )

  private def cells(result: Result): Vector[Cell] =
    throughput(result) ++ latency(result) ++ Vector(failed(result), pending(result)) ++ cores(result)

  private def failed(result: Result): Cell = Columns.number(
    Some(Numbers.count(result.total.ko)),
    result.published.flatMap(_.errors).map(errors => s"published ${Numbers.count(errors)}")
  )

  private def pending(result: Result): Cell = Columns.number(result.figures(PartMetrics.poolWaiting).map(Numbers.count))

  private def cores(result: Result): Vector[Cell] = {
    import PartMetrics._
    val limited = Vector(service -> result.target.serviceCores, database -> result.target.cpus.database)
    (limited ++ Vector(generator, machine).map(_ -> None)).map { case (metric, limit) =>
      val used = result.figures(metric)
      val share = for {
        cores <- used; most <- limit
      } yield s"${Numbers.percent(cores / most)} of ${Numbers.count(most)}"
      Columns.number(used.map(Numbers.cores), share)
    }
  }

  private def throughput(result: Result): Vector[Cell] = Vector(
    Columns.number(result.published.flatMap(_.throughput).map(Numbers.count)),
    Columns.number(
      Some(result.predicted),
      result.prediction.map { limit =>
        val interval = limit.interval.map { case (low, high) => s"${Numbers.plain(low)} to ${Numbers.plain(high)}; " }
        s"${interval.getOrElse("")}${limit.by}: ${limit.formula}"
      }
    ),
    Columns.number(Some(result.measured), result.staircase.map(_ => "over all levels")),
    Columns.number(result.efficiency.map(Numbers.percent))
  )

  private def latency(result: Result): Vector[Cell] = {
    def cell(of: Latency => Long, published: Option[Double] = None): Cell =
      Columns.number(Some(result.latency(of)), published.map(ms => s"published ${Numbers.millis(ms)}"))
    Vector(
      cell(_.p50),
      cell(_.p95),
      cell(_.p99, result.published.flatMap(_.p99Ms)),
      cell(_.max, result.published.flatMap(_.maxMs))
    )
  }

  private def failures(result: Result): Option[Frag] = Option.when(result.total.errors.nonEmpty) {
    val failed = kinds(result.total.errors).map { case (kind, times) => s"${Numbers.count(times)} × $kind" }
    val after = result.total.failedLatencyMs.map { ms =>
      s"after ${Numbers.millis(ms.p50)} (p50) to ${Numbers.millis(ms.p99)} (p99)"
    }
    // the times are of all kinds together
    val lines = if (failed.size == 1) Vector((failed ++ after).mkString(", ")) else failed ++ after.map("all " + _)
    ul(cls := "failures")(lines.map(li(_)))
  }

  /** The most frequent first; a message of no known kind stands for itself. */
  private def kinds(errors: Map[String, Long]): Vector[(String, Long)] =
    errors
      .groupMapReduce { case (message, _) => ErrorKind.of(message).getOrElse(message) }(_._2)(_ + _)
      .toVector
      .sortBy { case (kind, n) => (-n, kind) }
}

/** Columns of a table: a first one with the names of its rows, and numbers beside it, some under a common head. */
private[page] final class Columns(first: String, groups: Columns.Group*) {
  import Columns._

  /** Label of each number where a phone shows a row as a list. */
  private val labels: Vector[String] = groups.toVector.flatMap { group =>
    if (group.columns.isEmpty) Vector(group.name) else group.columns.map(name => s"${group.name}: $name")
  }

  def size: Int = labels.size + 1

  def header: Frag =
    if (groups.forall(_.columns.isEmpty))
      tr(th(cls := "text")(first), groups.map(group => th(Glossary.link(group.name))))
    else
      frag(
        tr(th(rowspan := 2, cls := "text")(first), groups.map(head)),
        tr(groups.flatMap(_.columns).map(name => th(Glossary.link(name))))
      )

  def row(css: String, first: Frag, cells: Vector[Cell]): Frag = {
    require(cells.size == labels.size, s"${cells.size} cells must be as many as the columns: ${labels.mkString(", ")}")
    tr(cls := css)(first, cells.zip(labels).map { case (cell, label) => cell(attr("data-label") := label) })
  }

  private def head(group: Group): Frag =
    if (group.columns.isEmpty) th(rowspan := 2)(Glossary.link(group.name))
    else th(colspan := group.columns.size, cls := "group")(Glossary.link(group.name))
}

private[page] object Columns {
  type Cell = ConcreteHtmlTag[String]

  /** Without `columns` it is one itself. */
  final case class Group(name: String, columns: String*)

  def plain(first: String, names: String*): Columns = new Columns(first, names.map(Group(_)): _*)

  def number(value: Option[String], note: Option[String] = None): Cell =
    td(value.getOrElse[String](Numbers.none), note.map(div(cls := "note")(_)))
}
