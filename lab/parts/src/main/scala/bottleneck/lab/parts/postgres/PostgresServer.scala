package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.{DatabaseAccess, Layout}
import bottleneck.lab.figures.target.{Database, Index}
import bottleneck.lab.parts.host.{Folders, FreePorts}
import bottleneck.lab.parts.process.{ChildProcess, Command, ProcessPart, StopSignal}
import bottleneck.lab.parts.relay.RelayProcess
import java.net.URI
import java.nio.file.StandardOpenOption.APPEND
import java.nio.file.{Files, Path}
import java.sql.SQLException
import scala.util.{Failure, Success, Try, Using}

/** A PostgreSQL on a copy of the seed, with its readers. */
final class PostgresServer private (
    process: ChildProcess,
    seed: PostgresSeed,
    port: Int,
    database: Database,
    seedSql: Path,
    override val relay: Option[RelayProcess],
    override val readers: Vector[ReaderServer]
) extends TargetDatabase {
  override def access: DatabaseAccess = seed.service(relay.fold(port)(_.port))

  /** The owner is a superuser: for the lab there is a connection even when the service has taken all of its own. */
  override def watchAccess: DatabaseAccess = seed.owner(port)

  override val indexBuilds: Option[IndexBuilds] = Some(new IndexBuilds(seed.owner(port), seedSql))

  override def pid: Option[Long] = Some(process.pid)

  override def readersUrl: Option[String] = Option.when(readers.nonEmpty)(seed.balancedUrl(readers.map(_.port)))

  /** Also until every reader has the index variant. */
  override def awaitReady(): Unit = {
    val _ = ready
    if (readers.nonEmpty) {
      val written = Using.resource(Sql.connect(watchAccess))(_.column("SELECT pg_current_wal_lsn()").head)
      readers.foreach(_.awaitReplayed(written))
    }
  }

  private lazy val ready: Unit = {
    process.awaitReady()(PostgresServer.accepts(watchAccess))
    Using.resource(Sql.connect(seed.owner(port))) { sql =>
      Indexes.add(sql, database.index, seedSql)
      sql.run("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
      PostgresServer.ofTheLabAlone.foreach(sql.run)
    }
    relay.foreach(_.awaitReady(PostgresServer.accepts(access)))
  }

  override def useIndex(index: Index): Unit =
    Using.resource(Sql.connect(seed.owner(port)))(Indexes.replace(_, index, seedSql))

  override def recordPlans(requests: Vector[URI], file: Path): Unit =
    new Plans(seed.owner(port), access.user, process.log).record(requests, file)

  override def hasEnded: Boolean = process.hasEnded

  override def close(): Unit =
    try PostgresServer.closeAll(readers ++ indexBuilds ++ relay)
    finally process.close()

  override def toString: String =
    s"PostgreSQL with index ${database.index.name}, max_connections ${database.maxConnections}" +
      (if (database.scale > 1) s", ${database.scale} times the rows" else "") +
      (if (database.isFar) s", ${database.roundTrip} away" else "") +
      (if (readers.nonEmpty) s", readers ${readers.size}" else "")
}

object PostgresServer {

  /** Revocations of the rights that the extension grants to everybody. */
  private val ofTheLabAlone = Vector(
    "REVOKE ALL ON pg_stat_statements, pg_stat_statements_info FROM PUBLIC",
    "REVOKE EXECUTE ON FUNCTION pg_stat_statements(boolean), pg_stat_statements_info() FROM PUBLIC"
  )

  /** Starts it and its readers on copies of the seed, without waiting; if one cannot be, all are ended again. */
  def start(
      binaries: PostgresBinaries,
      seed: PostgresSeed,
      database: Database,
      layout: Layout,
      logs: Path
  ): PostgresServer = {
    val port = FreePorts.choose(1).head
    val process = startOnCopy(seed, layout.work)(command(binaries, _, port, logs, settings(database)))
    val readers = Vector
      .range(1, database.readers + 1)
      .map(n => Try(ReaderServer.start(n, port, database)(binaries, seed, layout, logs)))
    try {
      val started = readers.map(_.get)
      val relay = Option.when(database.isFar)(RelayProcess.start(port, database.roundTrip, logs))
      new PostgresServer(process, seed, port, database, layout.seedSql, relay, started)
    } catch {
      case failure: Throwable =>
        closeAll(readers.flatMap(_.toOption) :+ process)
        throw failure
    }
  }

  private def closeAll(parts: Vector[AutoCloseable]): Unit = parts.map(part => Try(part.close())).foreach(_.get)

  /** Starts the server that `command` names for a copy of the seed's data, which goes with the server. */
  private[postgres] def startOnCopy(seed: PostgresSeed, work: Path)(command: Path => Command): ChildProcess =
    startIn(work) { data =>
      Folders.copy(seed.data, data)
      command(data)
    }

  /** Starts the server that `command` names for a data folder that it makes, and that goes with the server. */
  private[postgres] def startIn(work: Path)(command: Path => Command): ChildProcess =
    ChildProcess.startIn(work)(scratch => command(scratch.resolve("data")).copy(stop = StopSignal.Quit))

  /** Settings that a measurement depends on, set even where PostgreSQL has them so, for a result to name them. */
  def settings(database: Database): Map[String, String] =
    (if (database.readers > 0) fixed ++ replicated else fixed) +
      ("max_connections" -> database.maxConnections.toString)

  private[postgres] def measured: Vector[String] =
    (fixed.keySet ++ replicated.keySet + "max_connections" - "log_line_prefix").toVector.sorted

  private val fixed = Map(
    // and one that the lab holds: it counts against max_connections like any other
    "superuser_reserved_connections" -> "1",
    "shared_buffers" -> "256MB",
    "work_mem" -> "4MB",
    "effective_cache_size" -> "1GB",
    "random_page_cost" -> "4",
    "max_parallel_workers_per_gather" -> "2",
    "maintenance_work_mem" -> "64MB",
    "max_parallel_maintenance_workers" -> "2",
    "jit" -> "off",
    "fsync" -> "on",
    "synchronous_commit" -> "on",
    "full_page_writes" -> "on",
    "max_wal_size" -> "1GB",
    "log_line_prefix" -> PlanLog.linePrefix,
    // auto_explain is off unless Plans turns it on, by ALTER SYSTEM, which a setting of it here would outrank
    "shared_preload_libraries" -> "pg_stat_statements, auto_explain"
  )

  /** Common settings of a primary and its readers: a reader may take over, and needs all WAL since the seed. */
  private val replicated =
    Map(
      "wal_level" -> "replica",
      "max_wal_senders" -> "10",
      "wal_keep_size" -> "1GB",
      "hot_standby" -> "on",
      // or the replay of every pruned page waits for the queries that may still see what was on it
      "hot_standby_feedback" -> "on"
    )

  private[postgres] def command(
      binaries: PostgresBinaries,
      data: Path,
      port: Int,
      logs: Path,
      settings: Map[String, String]
  ): Command = {
    val place = Map("listen_addresses" -> "127.0.0.1", "port" -> port.toString, "unix_socket_directories" -> "")
    val options = (place ++ settings).toVector.sorted.flatMap { case (name, value) => Vector("-c", s"$name=$value") }
    Command(
      "PostgreSQL",
      binaries.command("postgres", Vector("-D", data.toString) ++ options: _*),
      logs.resolve("postgres.log"),
      stop = StopSignal.Interrupt
    )
  }

  /** SQL states 57P03 (starting up) and 08… (no connection yet) pass; a wrong password, for one, does not. */
  private[postgres] def accepts(access: DatabaseAccess): Boolean = Try(Sql.connect(access).close()) match {
    case Success(()) => true
    case Failure(error: SQLException) if Option(error.getSQLState).exists(s => s == "57P03" || s.startsWith("08")) =>
      false
    case Failure(error) => throw error
  }
}

/** A replica of a primary, called `reader-1`, …, which answers read-only transactions: a hot standby that follows it by
  * streaming (https://www.postgresql.org/docs/18/hot-standby.html). It begins with the copy of the seed that the
  * primary began with too, so it needs the primary's WAL since then and no base backup.
  */
final class ReaderServer private (val name: String, process: ChildProcess, seed: PostgresSeed, val port: Int)
    extends ProcessPart(process) {
  def access: DatabaseAccess = seed.service(port)

  def log: String = s"logs/${process.log.getFileName}"

  /** Waits until it has done all that the primary's WAL says up to `location`. */
  def awaitReplayed(location: String): Unit = {
    val owner = seed.owner(port)
    process.awaitReady()(PostgresServer.accepts(owner))
    Using.resource(Sql.connect(owner)) { sql =>
      process.awaitReady()(
        sql.column(s"SELECT pg_last_wal_replay_lsn() >= '$location'") == Vector("t")
      )
    }
  }
}

object ReaderServer {

  /** Starts the reader with this number, with the settings of its primary, without waiting for either. */
  private[postgres] def start(number: Int, primaryPort: Int, database: Database)(
      binaries: PostgresBinaries,
      seed: PostgresSeed,
      layout: Layout,
      logs: Path
  ): ReaderServer = {
    val name = s"reader-$number"
    val port = FreePorts.choose(1).head
    val process = PostgresServer.startOnCopy(seed, layout.work) { data =>
      follow(seed.replication(primaryPort), primaryPort, name, data)
      PostgresServer
        .command(binaries, data, port, logs, PostgresServer.settings(database))
        .copy(name = s"PostgreSQL $name", log = logs.resolve(s"postgres-$name.log"))
    }
    new ReaderServer(name, process, seed, port)
  }

  /** Standby settings, as pg_basebackup -R writes them: in a file, because anyone can read a command line. */
  private def follow(access: DatabaseAccess, port: Int, name: String, data: Path): Unit = {
    val login = s"user=${access.user} password=${access.password} application_name=$name"
    val settings = s"primary_conninfo = 'host=127.0.0.1 port=$port $login'\nwal_retrieve_retry_interval = 100ms\n"
    val _ = Files.writeString(data.resolve("postgresql.auto.conf"), settings, APPEND)
    val _ = Files.createFile(data.resolve("standby.signal"))
  }
}
