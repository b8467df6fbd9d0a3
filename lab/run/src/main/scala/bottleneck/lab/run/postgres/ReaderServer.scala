package bottleneck.lab.run.postgres

import bottleneck.lab.run.host.FreePorts
import bottleneck.lab.run.process.{ChildProcess, ProcessPart}
import bottleneck.lab.settings.{DatabaseAccess, Layout}
import bottleneck.lab.target.Database
import java.nio.file.StandardOpenOption.APPEND
import java.nio.file.{Files, Path}
import scala.util.Using

/** A replica of a primary, called `reader-1`, …, which answers read-only transactions: a hot standby that follows it by
  * streaming (https://www.postgresql.org/docs/18/hot-standby.html). It begins with the copy of the seed that the
  * primary began with too, so it needs the primary's WAL since then and no base backup.
  */
final class ReaderServer private (val name: String, process: ChildProcess, seed: PostgresSeed, val port: Int)
    extends ProcessPart(process) {
  def access: DatabaseAccess = seed.service(port)

  /** Its log, as a run's folder has it. */
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
