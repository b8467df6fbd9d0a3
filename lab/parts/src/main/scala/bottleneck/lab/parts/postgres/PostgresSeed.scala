package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.{DatabaseAccess, Refused}
import bottleneck.lab.parts.host.{Folders, FreePorts, Secret}
import bottleneck.lab.parts.process.{ChildProcess, Command}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.concurrent.duration._
import scala.util.Using

/** A data folder that was initialised and filled from seed-sql once, and the passwords that its roles were given,
  * readable by its owner alone; each run works on a copy of it.
  */
final case class PostgresSeed private (folder: Path) {
  def data: Path = folder.resolve("data")

  def owner(port: Int): DatabaseAccess = access(PostgresSeed.owner, port)

  /** The role that the service logs in with: it may read, and change titles of journals. */
  def service(port: Int): DatabaseAccess = access(PostgresSeed.service, port)

  /** The role that readers follow a primary with: it may replicate, and no table is granted to it. */
  def replication(port: Int): DatabaseAccess = access(PostgresSeed.replication, port)

  /** A URL for any of several servers: each connection goes to one at random, rather to a replica than to a primary. */
  def balancedUrl(ports: Vector[Int]): String =
    s"${PostgresSeed.url(ports, PostgresSeed.database)}?loadBalanceHosts=true&targetServerType=preferSecondary"

  private def access(role: String, port: Int): DatabaseAccess =
    DatabaseAccess(PostgresSeed.url(Vector(port), PostgresSeed.database), role, password(role))

  private def password(role: String): String = Files.readString(folder.resolve(role))
}

object PostgresSeed {
  private val owner = "bottleneck_owner"
  private val service = "bottleneck_service"
  private val replication = "bottleneck_replication"
  private val database = "bottleneck"
  private val files = Vector("schema.sql", "rows.sql", "role.sql")

  private def url(ports: Vector[Int], database: String): String =
    ports.map(port => s"127.0.0.1:$port").mkString("jdbc:postgresql://", ",", s"/$database")

  /** The seed of these programs, files and settings with `scale` times the rows, made below `cache` the first time. */
  def made(binaries: PostgresBinaries, seedSql: Path, cache: Path, logs: Path, scale: Int = 1): PostgresSeed = {
    val made = Vector(binaries.hash, seedSettings.toVector.sorted.mkString, replication).map(_.getBytes(UTF_8))
    val hash = Folders.hash(made ++ files.map(file => Files.readAllBytes(seedSql.resolve(file))): _*)
    val name = if (scale == 1) s"seed-$hash" else s"seed-$hash-times-$scale"
    PostgresSeed(Folders.madeOnce(cache.resolve(name))(make(binaries, seedSql, _, logs, scale)))
  }

  private def make(binaries: PostgresBinaries, seedSql: Path, folder: Path, logs: Path, scale: Int): Unit = {
    val seed = PostgresSeed(folder)
    Vector(owner, service, replication).foreach(role => Files.writeString(folder.resolve(role), Secret.random()))
    ChildProcess.run(initdb(binaries, seed.data, owner, folder.resolve(owner), logs), 60.seconds)
    val port = FreePorts.choose(1).head
    val server = PostgresServer.command(binaries, seed.data, port, logs, seedSettings)
    Using.resource(ChildProcess.start(server)) { process =>
      val maintenance = seed.owner(port).copy(url = url(Vector(port), "postgres"))
      process.awaitReady()(PostgresServer.accepts(maintenance))
      Using.resource(Sql.connect(maintenance))(_.run(s"CREATE DATABASE $database"))
      Using.resource(Sql.connect(seed.owner(port))) { sql =>
        sql.run(s"SET bottleneck.scale = '$scale'")
        files.foreach(file => sql.file(seedSql.resolve(file)))
        sql.run(s"ALTER ROLE $service PASSWORD '${seed.password(service)}'")
        sql.run(s"CREATE ROLE $replication LOGIN REPLICATION PASSWORD '${seed.password(replication)}'")
      }
      process.endInOrder(60.seconds)
      if (process.awaitExit(1.second) != 0) throw new Refused(s"The seeded PostgreSQL did not end well: see $logs.")
    }
  }

  /** Nothing is kept if this fails, so nothing is synced; and few WAL files, because every run copies them. A replica
    * must allow as many connections as its copy remembers that the server before had: here a few.
    */
  private val seedSettings = Map(
    "fsync" -> "off",
    "wal_recycle" -> "off",
    "min_wal_size" -> "32MB",
    "max_wal_size" -> "64MB",
    "max_connections" -> "5",
    "superuser_reserved_connections" -> "1"
  )

  private[postgres] def initdb(
      binaries: PostgresBinaries,
      data: Path,
      superuser: String,
      password: Path,
      logs: Path
  ): Command = Command(
    "initdb",
    binaries.command(
      "initdb",
      s"--pgdata=$data",
      s"--username=$superuser",
      s"--pwfile=$password",
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync"
    ),
    logs.resolve("initdb.log")
  )
}
