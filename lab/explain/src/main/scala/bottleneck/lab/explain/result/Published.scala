package bottleneck.lab.explain.result

import bottleneck.lab.explain.record.PublishedSetting
import bottleneck.lab.explain.result.PublishedMetric._
import java.nio.file.Path
import scala.util.Try

/** What the sources claim, and every figure that they give for it. */
final class Published private (val claims: Vector[PublishedClaim], val figures: Vector[Figure]) {
  private val byVariant = figures.groupBy(figure => (figure.source, figure.variant))

  /** The claim with the id `source`. */
  def claim(source: String): Option[PublishedClaim] = claims.find(_.source == source)

  /** The figures of one setting of a claim; of the claim as a whole with an empty `variant`. */
  def figures(source: String, variant: String): Vector[Figure] =
    byVariant.getOrElse((source, variant), Vector.empty)

  def figure(source: String, variant: String, metric: PublishedMetric): Option[Figure] =
    figures(source, variant).find(_.metric == metric)

  /** In requests per second. */
  def throughput(source: String, variant: String): Option[Figure] = figure(source, variant, Throughput)

  /** In milliseconds, as all latencies. */
  def latencyMean(source: String, variant: String): Option[Figure] = figure(source, variant, LatencyMean)

  def latencyP99(source: String, variant: String): Option[Figure] = figure(source, variant, LatencyP99)

  def latencyMax(source: String, variant: String): Option[Figure] = figure(source, variant, LatencyMax)

  /** What a run of this setting is compared with. */
  def of(setting: PublishedSetting): PublishedFigures = {
    def middle(metric: PublishedMetric): Option[Double] =
      figure(setting.source, setting.variant, metric).map(_.middle.toDouble)
    PublishedFigures(
      setting,
      middle(Throughput),
      PublishedTimes(middle(LatencyP99), middle(LatencyMax), middle(LatencyMean)),
      middle(Pending),
      middle(Errors),
      middle(DatabaseQueries),
      middle(Price),
      middle(Users)
    )
  }
}

object Published {
  private val claimColumns = Vector("source", "statement", "kind", "changed")
  private val figureColumns = Vector("source", "variant", "metric", "low", "high", "unit", "note")
  private val id = "[a-z-]+/[a-z0-9-]+".r

  /** Reads claims.csv and published.csv in the folder `data`; the first thing that is wrong in them is the error. */
  def read(data: Path): Either[PublishedError, Published] = for {
    claimRows <- CsvTable.read(data.resolve("claims.csv"), claimColumns)
    claims <- CsvTable.sequence(claimRows.map(claim))
    _ <- unique(claimRows)(_("source"))
    figureRows <- CsvTable.read(data.resolve("published.csv"), figureColumns)
    figures <- CsvTable.sequence(figureRows.map(figure(_, claims.map(_.source).toSet)))
    _ <- unique(figureRows)(row => Vector("source", "variant", "metric").map(row(_)).mkString(" "))
  } yield new Published(claims, figures)

  private def claim(row: CsvRow): Either[PublishedError, PublishedClaim] = for {
    source <- Either.cond(id.matches(row("source")), row("source"), row.wrong(s"${row("source")} is no id"))
    statement <- Either.cond(
      row("statement").endsWith("."),
      row("statement"),
      row.wrong("the statement is no sentence")
    )
    kind <- ClaimKind.all.find(_.name == row("kind")).toRight(row.wrong(s"${row("kind")} is no kind of claim"))
    changed <- Either.cond(
      row("changed").isEmpty || row("changed").endsWith("."),
      Option(row("changed")).filter(_.nonEmpty),
      row.wrong("what was changed is no sentence")
    )
  } yield PublishedClaim(source, statement, kind, changed)

  private def figure(row: CsvRow, claims: Set[String]): Either[PublishedError, Figure] = for {
    source <- Either.cond(claims(row("source")), row("source"), row.wrong(s"no claim is called ${row("source")}"))
    metric <- PublishedMetric.named(row("metric")).toRight(row.wrong(s"${row("metric")} is no metric"))
    _ <- Either.cond(row("unit") == metric.unit, (), row.wrong(s"${metric.name} is in ${metric.unit}"))
    low <- number(row, "low")
    high <- if (row("high").isEmpty) Right(None) else number(row, "high").map(Some(_))
    _ <- Either.cond(high.forall(low <= _), (), row.wrong("low is above high"))
  } yield Figure(source, row("variant"), metric, low, high, row("note"))

  private def number(row: CsvRow, column: String): Either[PublishedError, BigDecimal] =
    Try(BigDecimal(row(column))).toOption
      .filter(_ >= 0)
      .toRight(row.wrong(s"$column is no number of 0 or more: ${row(column)}"))

  private def unique(rows: Vector[CsvRow])(key: CsvRow => String): Either[PublishedError, Unit] =
    rows
      .groupBy(key)
      .collect { case (name, _ +: again +: _) => (again.line, again.wrong(s"$name is there already")) }
      .minByOption(_._1)
      .map(_._2)
      .toLeft(())
}
