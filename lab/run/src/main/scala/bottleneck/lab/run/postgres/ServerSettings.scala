package bottleneck.lab.run.postgres

import bottleneck.lab.settings.DatabaseAccess
import scala.util.Using

/** The settings of a server that a measurement depends on, as the server reports them. */
object ServerSettings {

  /** The setting that is the server's version. */
  val version = "server_version"

  private val names =
    Vector(version, "autovacuum", "max_parallel_workers", "max_worker_processes") ++ PostgresServer.measured

  /** Settings by name, with units; without those that the server or the role does not report. */
  def read(access: DatabaseAccess): Map[String, String] = Using.resource(Sql.watch(access)) { sql =>
    val list = names.map(name => s"'$name'").mkString(", ")
    sql
      .rows(s"SELECT name, current_setting(name) FROM pg_settings WHERE name IN ($list)")
      .collect { case Vector(Some(name), Some(value)) => name -> value }
      .toMap
  }
}
