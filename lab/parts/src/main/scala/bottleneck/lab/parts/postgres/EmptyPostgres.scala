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
    extends ProcessPart(process)
    with WatchedPostgres {
  override protected def role: Option[String] = Some(access.user)
  override protected def watching: DatabaseAccess = owner
  override def isOwn: Boolean = true

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

  override def statements(): Option[Map[String, SqlStatement]] =
    SqlStatement.read(owner, s"'${EmptyPostgres.role}'").toOption

  /** The index is built and rolled back; none where it cannot have the tables for itself within seconds. */
  override def plans(query: String, returned: Option[Double]): Option[(StatementPlan, Option[StatementPlan])] = Try(
    Using.resource(Sql.simple(inside)) { sql =>
      EmptyPostgres.bounds.foreach(sql.run)
      sql.run("BEGIN")
      sql.run("ANALYZE")
      def plan: Option[StatementPlan] = WatchedPostgres.plan(sql, query, returned)
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

  /** Of statements that must stand alone, such as VACUUM. */
  private val inTransaction = "25001"

  /** A session of the service's may hold locks for ever. */
  private val bounds = Vector("SET lock_timeout = '5s'", "SET statement_timeout = '60s'")

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
