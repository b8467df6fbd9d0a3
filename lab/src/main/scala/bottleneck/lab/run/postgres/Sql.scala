package bottleneck.lab.run.postgres

import bottleneck.lab.settings.DatabaseAccess
import java.nio.file.{Files, Path}
import java.sql.{Connection, DriverManager}
import java.util.Properties
import scala.util.Using

/** SQL over one connection in autocommit: files of seed-sql, statements, single values. */
final class Sql private (connection: Connection) extends AutoCloseable {

  /** Runs a file statement by statement; a statement ends with `;` at the end of a line. */
  def file(path: Path): Unit = Files.readString(path).split(";\\s*(\\n|$)").filterNot(_.isBlank).foreach(run)

  def run(statement: String): Unit = Using.resource(connection.createStatement()) { jdbc =>
    val _ = jdbc.execute(statement)
  }

  /** The first column of every row, as text. */
  def column(query: String): Vector[String] = Using.resource(connection.createStatement()) { jdbc =>
    val rows = jdbc.executeQuery(query)
    Iterator.continually(rows).takeWhile(_.next()).map(_.getString(1)).toVector
  }

  override def close(): Unit = connection.close()
}

object Sql {
  private val connectSeconds = "5"

  /** Connects, or throws the driver's `SQLException`. */
  def connect(access: DatabaseAccess): Sql = {
    val properties = new Properties()
    properties.setProperty("user", access.user)
    properties.setProperty("password", access.password)
    properties.setProperty("connectTimeout", connectSeconds)
    properties.setProperty("loginTimeout", connectSeconds)
    new Sql(DriverManager.getConnection(access.url, properties))
  }
}
