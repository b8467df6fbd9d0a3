package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.parts.postgres.{SqlStatement, StatementPlan}
import bottleneck.lab.report.{Column, Table}

/** A statement of the window: how often a request sends it, the database's seconds for it, and its rows. */
private[ask] final case class StatementUse(query: String, perRequest: Double, seconds: Double, rows: Double)

/** Statements of a request to the lab's PostgreSQL, the one that takes longest first. `plans` are those of that one, as
  * it is, and with the index that its scan suggests.
  */
private[ask] final case class DatabaseUse(
    statements: Vector[StatementUse],
    plans: Option[(StatementPlan, Option[StatementPlan])] = None
) {
  import DatabaseUse._

  private val total = statements.map(_.perRequest).sum
  private val seconds = statements.map(_.seconds).sum

  /** Share of the statements' time, of the one that takes longest. */
  private def largest: Option[Double] = statements.headOption.filter(_ => seconds > 0).map(_.seconds / seconds)

  /** A sentence where a request sends many statements of one form. */
  def manyOfOneForm: Option[String] =
    statements.maxByOption(_.perRequest).filter(of => of.perRequest >= many && of.perRequest > total / 2).map { of =>
      s"A request sends ${number(total)} statements, ${number(of.perRequest)} of one form, where one statement could do the " +
        s"work of all: “${short(of.query)}”."
    }

  /** The index that would spare the scan of the statement that takes longest, and the part of the database's time that
    * is left with it, by the planner's costs.
    */
  def index: Option[(String, Double)] = for {
    (now, better) <- plans
    share <- largest
    create <- now.scan.flatMap(_.createIndex)
    after <- better if after.cost < worthIt * now.cost
  } yield create -> (1 - share * (1 - after.cost / now.cost))

  /** What the statement that takes longest does. */
  def scan: Option[String] = for {
    statement <- statements.headOption
    share <- largest if share > 0.5
    (now, _) <- plans
    of <- now.scan
    returned = statement.rows / statement.perRequest if of.rows > 2 * returned
  } yield s"${Numbers.percent(share)} of the statements' time is in “${short(statement.query)}”. It reads all " +
    s"${Numbers.count(of.rows.toLong)} rows of ${of.table} to return ${number(returned)}."

  def table: Table[StatementUse] = Table(
    Vector(
      Column.text[StatementUse]("statement")(of => short(of.query)),
      Column.number[StatementUse]("per request")(of => number(of.perRequest)),
      Column.number[StatementUse]("time per request")(of => Limits.time(of.seconds)),
      Column.number[StatementUse]("rows per request")(of => number(of.rows))
    ),
    statements.filter(_.seconds > 0.01 * seconds).take(mostRows)
  )
}

private[ask] object DatabaseUse {
  private val mostRows = 5
  private val many = 5
  private val longest = 90
  private val worthIt = 0.5
  private val forms = """(?is)\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|VALUES)\b.*""".r

  /** Of the counters before and after a window with so many requests. Others than queries may hold secrets, and are not
    * what a request is about.
    */
  def of(before: Map[String, SqlStatement], after: Map[String, SqlStatement], requests: Long): Vector[StatementUse] =
    SqlStatement
      .between(before, after)
      .filter(of => requests > 0 && forms.matches(of.query) && 100 * of.calls >= requests)
      .map { of =>
        def each(all: Double): Double = all / requests
        StatementUse(of.line, each(of.calls.toDouble), each(of.totalMs / 1000), each(of.rows.toDouble))
      }

  /** Requests that were under way at the ends of a window leave whole numbers hardly changed. */
  private def number(each: Double): String =
    if (math.abs(each - math.rint(each)) < 0.02 * each) Numbers.count(math.round(each)) else Numbers.plain(each)

  private def short(query: String): String = if (query.length <= longest) query else s"${query.take(longest - 1)}…"
}
