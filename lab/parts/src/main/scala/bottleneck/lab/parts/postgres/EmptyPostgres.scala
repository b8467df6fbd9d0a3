package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.{DatabaseAccess, Refused}
import bottleneck.lab.figures.target.{Database, Index}
import bottleneck.lab.parts.host.{FreePorts, Secret}
import bottleneck.lab.parts.process.{ChildProcess, ProcessPart}
import java.nio.file.{Files, Path}
import java.sql.SQLException
import scala.concurrent.duration._
import scala.util.{Try, Using}

/** A PostgreSQL with an empty database that the service's own role owns (`access`). It goes when it is closed. */
final class EmptyPostgres private (process: ChildProcess, val access: DatabaseAccess, owner: DatabaseAccess)
    extends ProcessPart(process) {

  /** Runs a file of SQL as the service's role; [[Refused]] with the database's own words where it fails. */
  def run(schema: Path): Unit =
    try
      Using.resource(Sql.connect(access)) { sql =>
        // as one, since a function's body may have lines that end with a semicolon
        try sql.run(Files.readString(schema))
        catch { case error: SQLException if error.getSQLState == EmptyPostgres.inTransaction => sql.file(schema) }
      }
    catch {
      case error: SQLException =>
        throw new Refused(s"-Dservice.schema=$schema failed: ${error.getMessage.linesIterator.next()}")
    }

  /** What the service's sessions wait for now, such as `Lock: transactionid`; empty where the database is silent. */
  def waits(): Map[String, Int] = Try(Using.resource(Sql.watch(owner)) { sql =>
    sql.rows(EmptyPostgres.waiting(access.user)).collect { case Vector(Some(what), Some(n)) => what -> n.toInt }.toMap
  }).getOrElse(Map.empty)

  /** Counters of the statements of its database so far; none where the database is silent. */
  def statements(): Option[Map[String, SqlStatement]] =
    SqlStatement.read(owner, s"'${EmptyPostgres.role}'").toOption

  /** Plan of a statement whose constants are `$n` and that returns so many rows, and the one that it would have with an
    * index on the columns that its scan suggests, which is built and rolled back; none where the planner does not know
    * it, or cannot have the tables for itself within seconds.
    */
  def plans(query: String, returned: Double): Option[(StatementPlan, Option[StatementPlan])] = Try(
    Using.resource(Sql.simple(inside)) { sql =>
      EmptyPostgres.bounds.foreach(sql.run)
      sql.run("BEGIN")
      sql.run("ANALYZE")
      val tables = sql
        .rows(EmptyPostgres.tables)
        .collect { case Vector(Some(table), Some(name), Some(rows), Some(columns)) =>
          table -> PlannedTable(name, rows.toDouble, columns.split(',').toVector)
        }
        .toMap
      // the planner would take an unknown limit for a tenth of all rows
      val limited = EmptyPostgres.limit.replaceAllIn(query, of => s"${of.group(1)} ${math.max(1, returned.round)}")
      def plan: Option[StatementPlan] =
        StatementPlan.of(sql.column(s"EXPLAIN (GENERIC_PLAN, FORMAT JSON) $limited").mkString("\n"), tables)
      // its end rolls all of it back
      plan.map { now =>
        val better = now.scan.flatMap(_.createIndex).flatMap { index =>
          Try {
            sql.run(index)
            plan
          }.toOption.flatten
        }
        now -> better
      }
    }
  ).toOption.flatten

  /** Runs a statement, such as CREATE INDEX, as the owner. */
  def change(statement: String): Unit = Using.resource(Sql.connect(inside)) { sql =>
    EmptyPostgres.bounds.foreach(sql.run)
    sql.run(statement)
  }

  /** The service's database, as the owner of all. */
  private def inside: DatabaseAccess = owner.copy(url = access.url)
}

object EmptyPostgres {
  private val initWithin = 60.seconds
  private val maxConnections = 100
  private val role = "service"
  private val limit = """(?i)\b(limit|fetch first) \$\d+""".r

  /** Of statements that must stand alone, such as VACUUM. */
  private val inTransaction = "25001"

  private def waiting(user: String): String =
    s"""SELECT wait_event_type || ': ' || wait_event, count(*) FROM pg_stat_activity
       |WHERE usename = '$user' AND state <> 'idle' AND wait_event IS NOT NULL GROUP BY 1""".stripMargin

  /** A session of the service's may hold locks for ever. */
  private val bounds = Vector("SET lock_timeout = '5s'", "SET statement_timeout = '60s'")

  /** Tables with their names as SQL has them, their rows, as of their last ANALYZE, and their columns. */
  private val tables =
    """SELECT c.relname, c.oid::regclass::text, greatest(c.reltuples, 0)::bigint, string_agg(quote_ident(a.attname), ',')
      |  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      | WHERE c.relkind IN ('r', 'p') AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      | GROUP BY c.oid, c.relname, c.reltuples""".stripMargin

  /** Starts it below `work`, with its logs in `logs`, and returns when it is ready. */
  def start(cache: Path, work: Path, logs: Path): EmptyPostgres = {
    val binaries = PostgresBinaries.unpacked(cache)
    val port = FreePorts.choose(1).head
    def login(database: String, user: String): DatabaseAccess =
      DatabaseAccess(s"jdbc:postgresql://127.0.0.1:$port/$database", user, Secret.random())
    val (owner, service) = (login("postgres", "bottleneck_owner"), login(role, role))
    val process = PostgresServer.startIn(work) { data =>
      val passwordFile = Files.writeString(data.resolveSibling("password"), owner.password)
      ChildProcess.run(PostgresSeed.initdb(binaries, data, owner.user, passwordFile, logs), initWithin)
      PostgresServer.command(
        binaries,
        data,
        port,
        logs,
        PostgresServer.settings(Database(maxConnections, Index.None))
      )
    }
    try {
      process.awaitReady()(PostgresServer.accepts(owner))
      Using.resource(Sql.connect(owner)) { sql =>
        sql.run(s"CREATE ROLE $role LOGIN PASSWORD '${service.password}'")
        sql.run(s"CREATE DATABASE $role OWNER $role")
        // in the owner's own database: the service's stays empty
        sql.run("CREATE EXTENSION pg_stat_statements")
      }
      new EmptyPostgres(process, service, owner)
    } catch {
      case failure: Throwable =>
        process.close()
        throw failure
    }
  }
}
