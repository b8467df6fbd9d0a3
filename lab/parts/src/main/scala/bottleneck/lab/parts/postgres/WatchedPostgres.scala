package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.DatabaseAccess
import scala.util.{Try, Using}

/** A session of a service that has a statement under way, what it waits for, such as `Lock: transactionid`, and the
  * statement of a session that it waits for. Constants of statements are `$n`.
  */
private[lab] final case class DatabaseSession(query: String, waitsFor: Option[String], blockedBy: Option[String]) {

  /** Whether it waits for its client to send the next statement. */
  def isIdle: Boolean = waitsFor.exists(_.startsWith("Client"))
}

/** What a PostgreSQL tells of the sessions of a service's `role`, or of all in its database, and of its statements.
  * Whatever it does not tell within seconds is empty.
  */
private[lab] trait WatchedPostgres {
  protected def role: Option[String]

  /** A login that sees these sessions; it changes nothing. */
  protected def watching: DatabaseAccess

  /** Whether the lab may change it. */
  def isOwn: Boolean

  def sessions(): Vector[DatabaseSession] = Try(
    Using.resource(Sql.watch(watching))(_.rows(WatchedPostgres.sessions(role)))
  ).getOrElse(Vector.empty).collect { case Vector(Some(query), wait, blocker) =>
    DatabaseSession(SqlForm.of(query), wait, blocker.map(SqlForm.of))
  }

  /** Transactions that its database has committed so far, those of whoever looks among them, up to a second late. */
  def commits(): Option[Long] = Try(Using.resource(Sql.watch(watching))(_.column(WatchedPostgres.commits))).toOption
    .flatMap(_.headOption)
    .flatMap(_.toLongOption)

  /** Counters of its statements so far; none where pg_stat_statements is not loaded. */
  def statements(): Option[Map[String, SqlStatement]]

  /** Plan of a statement whose constants are `$n` and that returns so many rows, and the one that it would have with an
    * index on the columns that its scan suggests, where that may be tried; none where the planner does not know it.
    */
  def plans(query: String, returned: Option[Double]): Option[(StatementPlan, Option[StatementPlan])]
}

private[lab] object WatchedPostgres {
  private val commits = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
  private val limit = """(?i)\b(limit|fetch first) \$\d+""".r

  /** Tables with their names as SQL has them, their rows, as of their last ANALYZE or by counters, and their columns.
    */
  private val tables =
    """SELECT c.relname, c.oid::regclass::text,
      |       greatest(c.reltuples::bigint, CASE WHEN c.reltuples < 0 THEN pg_stat_get_live_tuples(c.oid) ELSE 0 END),
      |       string_agg(quote_ident(a.attname), ',')
      |  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      | WHERE c.relkind IN ('r', 'p') AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      | GROUP BY c.oid, c.relname, c.reltuples""".stripMargin

  /** Sessions with a statement under way, or with a transaction that is open. */
  private def sessions(role: Option[String]): String =
    s"""SELECT a.query, a.wait_event_type || ': ' || a.wait_event,
       |       CASE WHEN a.wait_event_type = 'Lock' THEN
       |         (SELECT b.query FROM pg_stat_activity b WHERE b.pid = ANY (pg_blocking_pids(a.pid)) LIMIT 1) END
       |  FROM pg_stat_activity a
       | WHERE ${role.fold("a.datname = current_database()")(of =>
        s"a.usename = '${of.replace("'", "''")}'"
      )} AND a.backend_type = 'client backend' AND a.state <> 'idle'
       |   AND a.application_name <> '${Sql.applicationName}'""".stripMargin

  /** How the planner would run a statement, which it does not; none of several, as those after the first would run. */
  def plan(sql: Sql, query: String, returned: Option[Double]): Option[StatementPlan] = if (query.contains(';')) None
  else {
    val all = sql
      .rows(tables)
      .collect { case Vector(Some(table), Some(name), Some(rows), Some(columns)) =>
        table -> PlannedTable(name, rows.toDouble, columns.split(',').toVector)
      }
      .toMap
    // the planner would take an unknown limit for a tenth of all rows
    val limited =
      returned.fold(query)(rows => limit.replaceAllIn(query, of => s"${of.group(1)} ${math.max(1, rows.round)}"))
    StatementPlan.of(sql.column(s"EXPLAIN (GENERIC_PLAN, FORMAT JSON) $limited").mkString("\n"), all)
  }
}

/** A statement on one line, with `$n` for its constants, which may be secrets, and without comments. A text that was
  * cut may end within a constant.
  */
private[lab] object SqlForm {
  private val parts =
    """(?s)--[^\n]*|/\*.*?(?:\*/|\z)|\$(\w*)\$.*?(?:\$\1\$|\z)|[eE]'(?:[^'\\]|\\.|'')*(?:'|\z)|'(?:[^']|'')*(?:'|\z)|(?<![\w$.])\d+(?:\.\d+)?\b""".r
  private val parameter = """\$(\d+)""".r

  def of(query: String): String = {
    val used = parameter.findAllMatchIn(query).map(_.group(1).toInt).maxOption.getOrElse(0)
    val next = Iterator.from(used + 1)
    val form = parts.replaceAllIn(
      query,
      of => if (of.matched.startsWith("--") || of.matched.startsWith("/*")) " " else s"\\$$${next.next()}"
    )
    form.replaceAll("\\s+", " ").trim.stripSuffix(";")
  }
}
