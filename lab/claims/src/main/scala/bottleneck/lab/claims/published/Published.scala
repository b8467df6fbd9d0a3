package bottleneck.lab.claims.published

import bottleneck.lab.figures.files.{Csv, CsvRow}
import bottleneck.lab.figures.record.{PublishedFigures, PublishedSetting}
import bottleneck.lab.figures.{Hash, Problem}
import java.nio.file.Path
import scala.util.Try

/** Claims of the sources, and all figures published for them. */
final class Published private (val statements: Vector[PublishedStatement], val figures: Vector[PublishedFigure]) {
  private val byVariant = figures.groupBy(figure => (figure.source, figure.variant))

  /** The figures of one setting of a claim; of the claim as a whole with an empty `variant`. */
  def figures(source: String, variant: String): Vector[PublishedFigure] =
    byVariant.getOrElse((source, variant), Vector.empty)

  /** Published figures to compare a run of this setting with. */
  def of(setting: PublishedSetting): PublishedFigures = {
    def middle(metric: String): Option[Double] = {
      require(Published.units.contains(metric), metric)
      figures(setting.source, setting.variant).find(_.metric == metric).map(_.middle.toDouble)
    }
    PublishedFigures(
      setting,
      middle("throughput"),
      middle("latency_p99"),
      middle("latency_max"),
      middle("latency_mean"),
      middle("pending"),
      middle("errors"),
      middle("database_queries"),
      middle("price"),
      middle("users")
    )
  }
}

object Published {
  private val claimColumns = Vector("id", "study", "kind", "statement", "criterion", "expected", "why")
  private val verdicts = Vector("reproduced", "refuted", "undecided")
  private val figureColumns = Vector("source", "variant", "metric", "low", "high", "unit", "note")
  private val amount = "number of 0 or more"

  /** Units of the figures, by name. */
  private val units: Map[String, String] = Vector(
    "requests/s" -> "throughput target_throughput",
    "ms" -> ("latency_mean latency_p99 latency_max latency_typical acquire_p99 first_failure gap delay service_time " +
      "duration acquire_timeout client_timeout server_timeout"),
    "requests" -> "errors pending requests answered connected queued refused",
    "queries/s" -> "database_queries",
    "USD/h" -> "price",
    "users" -> "users",
    "users/s" -> "arrival_rate",
    "%" -> "cpu_service cpu_database throughput_gain latency_gain",
    "connections" -> ("connections connections_idle connections_used database_connections server_connections " +
      "accept_count"),
    "ratio" -> "connection_share",
    "threads" -> "threads threads_spare threads_runnable",
    "instances" -> "instances",
    "cores" -> "cores",
    "GiB" -> "memory",
    "rows" -> "rows",
    "additions" -> "additions"
  ).flatMap { case (unit, names) => names.split(' ').map(_ -> unit) }.toMap

  private val id = "[a-z-]+/[a-z0-9-]+(#[a-z0-9-]+)?".r

  /** Reads claims.csv and published.csv in the folder `data`; the first thing that is wrong in them is the error. */
  def read(data: Path): Either[Problem, Published] = for {
    claimRows <- Csv.read(data.resolve("claims.csv"), claimColumns)
    statements <- Problem.each(claimRows)(statement)
    _ <- unique(claimRows)(_("id"))
    figureRows <- Csv.read(data.resolve("published.csv"), figureColumns)
    figures <- Problem.each(figureRows)(figure(_, statements.map(_.claim).toSet))
    _ <- unique(figureRows)(row => Vector("source", "variant", "metric").map(row(_)).mkString(" "))
  } yield new Published(statements, figures)

  private def statement(row: CsvRow): Either[Problem, PublishedStatement] = for {
    id <- Either.cond(id.matches(row("id")), row("id"), row.wrong(s"${row("id")} is no id"))
    kind <- StatementKind.all.find(_.name == row("kind")).toRight(row.wrong(s"${row("kind")} is no kind of statement"))
    text <- sentence(row, "statement")
    _ <- Either.cond(row("criterion").nonEmpty == kind.isJudged, (), row.wrong(needsCriterion(kind)))
    expected <- Either.cond(
      if (kind.isJudged) verdicts.contains(row("expected")) else row("expected").isEmpty,
      row("expected"),
      row.wrong(s"${row("expected")} is no verdict that is expected of a ${kind.name}")
    )
    why <- if (row("why").isEmpty && kind == StatementKind.Test) Right("") else sentence(row, "why")
  } yield PublishedStatement(id, row("study"), kind, text, row("criterion"), expected, why)

  private def needsCriterion(kind: StatementKind): String =
    if (kind.isJudged) s"a ${kind.name} needs a criterion" else s"what is ${kind.name} has no criterion"

  private def sentence(row: CsvRow, column: String): Either[Problem, String] =
    Either.cond(row(column).endsWith("."), row(column), row.wrong(s"its $column is no sentence: '${row(column)}'"))

  private def figure(row: CsvRow, claims: Set[String]): Either[Problem, PublishedFigure] = for {
    source <- Either.cond(claims(row("source")), row("source"), row.wrong(s"no claim is called ${row("source")}"))
    unit <- units.get(row("metric")).toRight(row.wrong(s"${row("metric")} is no metric"))
    _ <- Either.cond(row("unit") == unit, (), row.wrong(s"${row("metric")} is in $unit"))
    low <- row.as("low", amount)(number)
    high <- row.optional("high", amount)(number)
    _ <- Either.cond(high.forall(low <= _), (), row.wrong("low is above high"))
  } yield PublishedFigure(source, row("variant"), row("metric"), low, high)

  private def number(cell: String): Option[BigDecimal] = Try(BigDecimal(cell)).toOption.filter(_ >= 0)

  private def unique(rows: Vector[CsvRow])(key: CsvRow => String): Either[Problem, Unit] =
    rows
      .groupBy(key)
      .collect { case (name, _ +: again +: _) => (again.line, again.wrong(s"$name is there already")) }
      .minByOption(_._1)
      .map(_._2)
      .toLeft(())
}

/** A row of data/claims.csv: a claim of a source, or a part of it that is judged by itself. The `id` is its write-up
  * and claim, such as `hikari/pool-300ms`, with `#` and a name where a claim has several statements. The `criterion` is
  * empty where none is judged; `why` gives the reason for a threshold that is a choice, or for being no test.
  */
final case class PublishedStatement(
    id: String,
    study: String,
    kind: StatementKind,
    text: String,
    criterion: String,
    expected: String,
    why: String
) {

  def claim: String = id.takeWhile(_ != '#')

  /** Changes with the criterion and with the expected verdict: 12 hexadecimal digits. */
  def hash: String = Hash.of(s"$id\n$study\n$criterion\n$expected")
}

/** What a verdict on a statement says. */
sealed abstract class StatementKind(val name: String, val about: String, val isJudged: Boolean) {

  /** To be counted. */
  def noun: String = if (isJudged) name else s"$name statement"
}

object StatementKind {
  case object Test extends StatementKind("test", "it could come out the other way under its set-up", isJudged = true)

  case object Demonstration
      extends StatementKind(
        "demonstration",
        "its set-up forces the outcome: it makes theory visible and tests no more",
        isJudged = true
      )

  case object Guess
      extends StatementKind("guess", "a source's explanation, judged apart from what it observed", isJudged = true)

  case object Untestable extends StatementKind("untestable", "no run here could tell", isJudged = false)

  case object Unreplayed
      extends StatementKind("unreplayed", "a run could tell, but no experiment here replays it", isJudged = false)

  val all: Vector[StatementKind] = Vector(Test, Demonstration, Guess, Untestable, Unreplayed)
}

/** A published figure in the unit of its `metric`, of a `variant` such as `10 connections`, or of the claim as a whole
  * where that is empty; `high` is `low` for a point, and none where the source gives only a lower bound.
  */
final case class PublishedFigure(
    source: String,
    variant: String,
    metric: String,
    low: BigDecimal,
    high: Option[BigDecimal]
) {

  /** Between its ends; the lower bound where that is all there is. */
  def middle: BigDecimal = high.fold(low)(end => (low + end) / 2)
}
