package bottleneck.lab.run.postgres

import bottleneck.lab.run.process.{ChildProcess, Command}
import bottleneck.lab.run.host.{Folders, FreePorts}
import bottleneck.lab.settings.{DatabaseAccess, Refused}
import java.nio.file.{Files, Path}
import java.security.SecureRandom
import java.util.HexFormat
import scala.concurrent.duration._
import scala.util.Using

/** A data folder that was initialised and filled from seed-sql once; each run works on a copy of it.
  *
  * The folder is readable by its owner alone and holds the passwords that its roles were given.
  */
final case class PostgresSeed private (folder: Path) {
  def data: Path = folder.resolve("data")

  /** The role that owns the tables. */
  def owner(port: Int): DatabaseAccess = access(PostgresSeed.owner, port)

  /** The role that the service logs in with: it may read, and change titles of journals. */
  def service(port: Int): DatabaseAccess = access(PostgresSeed.service, port)

  private def access(role: String, port: Int): DatabaseAccess =
    DatabaseAccess(PostgresSeed.url(port, PostgresSeed.database), role, Files.readString(folder.resolve(role)))
}

object PostgresSeed {
  private val owner = "bottleneck_owner"
  private val service = "bottleneck_service"
  private val database = "bottleneck"
  private val files = Vector("schema.sql", "rows.sql", "role.sql")

  private def url(port: Int, database: String): String = s"jdbc:postgresql://127.0.0.1:$port/$database"

  /** The seed of these programs and these files with `scale` times their rows, made below `cache` the first time. */
  def made(binaries: PostgresBinaries, seedSql: Path, cache: Path, logs: Path, scale: Int = 1): PostgresSeed = {
    val hash = Folders.hash(binaries.hash.getBytes +: files.map(file => Files.readAllBytes(seedSql.resolve(file))): _*)
    val name = if (scale == 1) s"seed-$hash" else s"seed-$hash-times-$scale"
    PostgresSeed(Folders.madeOnce(cache.resolve(name))(make(binaries, seedSql, _, logs, scale)))
  }

  private def make(binaries: PostgresBinaries, seedSql: Path, folder: Path, logs: Path, scale: Int): Unit = {
    val seed = PostgresSeed(folder)
    Vector(owner, service).foreach(role => Files.writeString(folder.resolve(role), password()))
    ChildProcess.run(initdb(binaries, seed, logs), 60.seconds)
    val port = FreePorts.choose(1).head
    val server = PostgresServer.command(binaries, seed.data, port, logs, seedSettings)
    Using.resource(ChildProcess.start(server)) { process =>
      val maintenance = seed.owner(port).copy(url = url(port, "postgres"))
      PostgresServer.awaitReady(process, maintenance)
      Using.resource(Sql.connect(maintenance))(_.run(s"CREATE DATABASE $database"))
      Using.resource(Sql.connect(seed.owner(port))) { sql =>
        sql.run(s"SET bottleneck.scale = '$scale'")
        files.foreach(file => sql.file(seedSql.resolve(file)))
        sql.run(s"ALTER ROLE $service PASSWORD '${seed.service(port).password}'")
      }
      process.endInOrder(60.seconds)
      if (process.awaitExit(1.second) != 0) throw new Refused(s"The seeded PostgreSQL did not end well: see $logs.")
    }
  }

  /** Nothing is kept if this fails, so nothing is synced; and few WAL files, because every run copies them. */
  private val seedSettings =
    Map("fsync" -> "off", "wal_recycle" -> "off", "min_wal_size" -> "32MB", "max_wal_size" -> "64MB")

  private def initdb(binaries: PostgresBinaries, seed: PostgresSeed, logs: Path): Command = Command(
    "initdb",
    binaries.command(
      "initdb",
      s"--pgdata=${seed.data}",
      s"--username=$owner",
      s"--pwfile=${seed.folder.resolve(owner)}",
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync"
    ),
    logs.resolve("initdb.log")
  )

  private def password(): String = {
    val bytes = new Array[Byte](16)
    new SecureRandom().nextBytes(bytes)
    HexFormat.of().formatHex(bytes)
  }
}
