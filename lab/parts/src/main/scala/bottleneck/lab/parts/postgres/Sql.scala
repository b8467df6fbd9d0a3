package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.DatabaseAccess
import java.nio.file.{Files, Path}
import java.sql.{Connection, DriverManager}
import java.util.Properties
import scala.util.Using

/** SQL over one connection in autocommit: files of seed-sql, statements, single values. */
final class Sql private (connection: Connection) extends AutoCloseable {

  def file(path: Path): Unit = Sql.statements(path).foreach(run)

  def run(statement: String): Unit = Using.resource(connection.createStatement()) { jdbc =>
    val _ = jdbc.execute(statement)
  }

  /** The first column of every row, as text. */
  def column(query: String): Vector[String] = rows(query).map(_.headOption.flatten.getOrElse(""))

  def rows(query: String): Vector[Vector[Option[String]]] = Using.resource(connection.createStatement()) { jdbc =>
    val rows = jdbc.executeQuery(query)
    val columns = Vector.range(1, rows.getMetaData.getColumnCount + 1)
    Iterator.continually(rows).takeWhile(_.next()).map(row => columns.map(n => Option(row.getString(n)))).toVector
  }

  override def close(): Unit = connection.close()
}

object Sql {

  val applicationName = "bottleneck-lab"

  /** Statements of a file; a statement ends with `;` at the end of a line. */
  def statements(path: Path): Vector[String] =
    Files.readString(path).split(";\\s*(\\n|$)").filterNot(_.isBlank).toVector

  private val connectSeconds = "5"
  private val watchSeconds = "1"
  private val readOnly =
    "options" -> "-c default_transaction_read_only=on -c statement_timeout=5s -c lock_timeout=1s"

  /** A connection, or it throws the driver's `SQLException`. */
  def connect(access: DatabaseAccess): Sql =
    connect(access, Map("connectTimeout" -> connectSeconds, "loginTimeout" -> connectSeconds))

  /** For statements that hold `$n`, which the driver would take for parameters of its own. */
  def simple(access: DatabaseAccess): Sql = connect(access, Map("preferQueryMode" -> "simple"))

  /** The same in sessions that can only read, for a few seconds. */
  def reading(access: DatabaseAccess): Sql = connect(
    access,
    Map(
      "preferQueryMode" -> "simple",
      "connectTimeout" -> watchSeconds,
      "socketTimeout" -> connectSeconds,
      readOnly
    )
  )

  /** Connects to a server under load: whatever it does not answer within a second throws. */
  def watch(access: DatabaseAccess): Sql =
    connect(access, Map("connectTimeout" -> watchSeconds, "socketTimeout" -> watchSeconds))

  private def connect(access: DatabaseAccess, limits: Map[String, String]): Sql = {
    val properties = new Properties()
    val login = Map("user" -> access.user, "password" -> access.password, "ApplicationName" -> applicationName)
    // the name goes with the login, instead of in a statement that would count as one of the load's
    val sinceNamesAreSent = Map("assumeMinServerVersion" -> "9.0")
    (login ++ sinceNamesAreSent ++ limits).foreach { case (name, value) => properties.setProperty(name, value) }
    new Sql(DriverManager.getConnection(access.url, properties))
  }
}
