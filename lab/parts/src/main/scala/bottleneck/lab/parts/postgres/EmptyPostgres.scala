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
}

object EmptyPostgres {
  private val initWithin = 60.seconds
  private val maxConnections = 100
  private val role = "service"

  /** Of statements that must stand alone, such as VACUUM. */
  private val inTransaction = "25001"

  private def waiting(user: String): String =
    s"""SELECT wait_event_type || ': ' || wait_event, count(*) FROM pg_stat_activity
       |WHERE usename = '$user' AND state <> 'idle' AND wait_event IS NOT NULL GROUP BY 1""".stripMargin

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
      }
      new EmptyPostgres(process, service, owner)
    } catch {
      case failure: Throwable =>
        process.close()
        throw failure
    }
  }
}
