package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.parts.postgres.{DatabaseSession, SqlStatement, StatementPlan, TableScan, WatchedPostgres}
import bottleneck.lab.report.{Column, Table}

/** A statement of the window: the database's seconds for it in a request and, by its counters, how often a request
  * sends it, and its rows.
  */
private[ask] final case class StatementUse(
    query: String,
    perRequest: Option[Double],
    seconds: Double,
    rows: Option[Double]
) {

  /** Rows that it returns each time. */
  def returned: Option[Double] = for { rows <- rows; times <- perRequest if times > 0 } yield rows / times
}

/** Statements of a request to a PostgreSQL, the one that takes longest first. `plans` are those of that one, as it is
  * and, where that may be tried, with the index that its scan suggests. The lab changes only a database of its `own`.
  * `transactions` are those of a request, where nothing counts its statements.
  */
private[ask] final case class DatabaseUse(
    statements: Vector[StatementUse],
    plans: Option[(StatementPlan, Option[StatementPlan])] = None,
    isOwn: Boolean = true,
    transactions: Option[Double] = None
) {
  import DatabaseUse._

  private val total = statements.flatMap(_.perRequest).sum
  private val seconds = statements.map(_.seconds).sum

  /** Share of the statements' time, of the one that takes longest. */
  private def largest: Option[Double] = statements.headOption.filter(_ => seconds > 0).map(_.seconds / seconds)

  /** A sentence where a request sends many statements of one form. */
  def manyOfOneForm: Option[String] = counted.orElse(committed)

  private def counted: Option[String] = for {
    (most, n) <- statements.flatMap(of => of.perRequest.map(of -> _)).maxByOption(_._2)
    if n >= many && n > total / 2
  } yield s"A request sends ${number(total)} statements, ${number(n)} of one form, where one statement could do the " +
    s"work of all: “${short(most.query)}”."

  private def committed: Option[String] = for {
    n <- transactions if n >= many
    slowest <- statements.headOption
  } yield s"A request makes ${number(n)} transactions, where one could do the work of all; most of their time is in " +
    s"“${short(slowest.query)}”. The number of statements is not known: the database has no pg_stat_statements."

  /** The index that would spare the scan of the statement that takes longest, and the part of the database's time that
    * is left with it: by the planner's costs or, where the index may not be tried, at the least.
    */
  def index: Option[(String, Double)] = for {
    (now, better) <- plans
    of <- now.scan
    create <- of.createIndex
    share <- largest
    left <-
      if (isOwn) better.map(_.cost / now.cost).filter(_ < worthIt)
      else Option.when(isScanOf(of, statements.head))(0.0)
  } yield create -> (1 - share * (1 - left))

  /** What the statement that takes longest does. */
  def scan: Option[String] = for {
    statement <- statements.headOption
    share <- largest if share > 0.5
    (now, _) <- plans
    of <- now.scan if isScanOf(of, statement)
    returned = statement.returned.fold("")(rows => s" to return ${number(rows)}")
  } yield s"${Numbers.percent(share)} of the statements' time is in “${short(statement.query)}”. It reads all " +
    s"${Numbers.count(of.rows.toLong)} rows of ${of.table}$returned."

  private def isScanOf(scan: TableScan, statement: StatementUse): Boolean =
    scan.rows > statement.returned.fold(fewRows)(2 * _)

  def table: Table[StatementUse] = Table(
    Vector(
      Column.text[StatementUse]("statement")(of => short(of.query)),
      Column.number[StatementUse]("per request")(_.perRequest.fold(Numbers.none)(number)),
      Column.number[StatementUse]("time per request")(of => Limits.time(of.seconds)),
      Column.number[StatementUse]("rows per request")(_.rows.fold(Numbers.none)(number))
    ),
    statements.filter(_.seconds > 0.01 * seconds).take(mostRows)
  )
}

private[ask] object DatabaseUse {
  private val mostRows = 5
  private val many = 5

  /** Rows of a table that it costs nothing to read. */
  private val fewRows = 1000.0
  private val longest = 90
  private val worthIt = 0.5
  private val forms = """(?is)\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|VALUES)\b.*""".r

  /** Of the counters before and after a window with so many requests. Others than queries may hold secrets, and are not
    * what a request is about.
    */
  def counted(
      before: Map[String, SqlStatement],
      after: Map[String, SqlStatement],
      requests: Long
  ): Vector[StatementUse] =
    SqlStatement
      .between(before, after)
      .filter(of => requests > 0 && forms.matches(of.query) && 100 * of.calls >= requests)
      .map { of =>
        def each(all: Double): Double = all / requests
        StatementUse(
          of.line,
          Some(each(of.calls.toDouble)),
          each(of.totalMs / 1000),
          Some(each(of.rows.toDouble))
        )
      }

  /** Of the sessions at each look, where nothing counts them: by Little's law, the mean number of those with a
    * statement is its rate × its time.
    */
  def sampled(looks: Vector[Vector[DatabaseSession]], perSecond: Double): Vector[StatementUse] = {
    val active = looks.flatten.filterNot(_.isIdle).map(_.query).filter(forms.matches(_))
    active
      .groupBy(identity)
      .toVector
      .map { case (query, all) => StatementUse(query, None, all.size.toDouble / looks.size / perSecond, None) }
      .filter(_ => perSecond > 0)
      .sortBy(-_.seconds)
  }

  /** The statements of a window, with the plan of the one that takes longest; transactions without those of others,
    * which are there while nobody sends, too.
    */
  def of(window: Level, idle: Level, postgres: Option[WatchedPostgres]): Option[DatabaseUse] =
    window.statements.headOption.map { slowest =>
      val plans = postgres.flatMap(_.plans(slowest.query, slowest.returned))
      val transactions =
        for (all <- window.commits; others <- idle.commits if window.all > 0)
          yield math.max(0.0, all - others) / window.all
      DatabaseUse(window.statements, plans, postgres.forall(_.isOwn), transactions)
    }

  /** Requests that were under way at the ends of a window leave whole numbers hardly changed. */
  private def number(each: Double): String =
    if (math.abs(each - math.rint(each)) < 0.02 * each) Numbers.count(math.round(each)) else Numbers.plain(each)

  private def short(query: String): String = if (query.length <= longest) query else s"${query.take(longest - 1)}…"
}
