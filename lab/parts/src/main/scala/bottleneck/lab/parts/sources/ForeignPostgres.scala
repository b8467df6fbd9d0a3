package bottleneck.lab.parts.sources

import bottleneck.lab.figures.settings.DatabaseAccess
import bottleneck.lab.parts.limit.ProcessTree
import bottleneck.lab.parts.metrics.LinuxProcesses
import bottleneck.lab.parts.postgres.{Sql, SqlStatement, StatementPlan, WatchedPostgres}
import java.sql.SQLException
import scala.annotation.tailrec
import scala.util.{Try, Using}

/** A PostgreSQL of somebody else, seen by the service's own login: its views of sessions and statements are read, and
  * plans are asked for in sessions that can only read.
  */
private[lab] final class ForeignPostgres private (
    protected val watching: DatabaseAccess,
    protected val role: Option[String]
) extends WatchedPostgres {
  override def isOwn: Boolean = false

  override def statements(): Option[Map[String, SqlStatement]] = SqlStatement.read(watching).toOption

  override def plans(query: String, returned: Option[Double]): Option[(StatementPlan, Option[StatementPlan])] =
    Try(Using.resource(Sql.reading(watching))(WatchedPostgres.plan(_, query, returned))).toOption.flatten
      .map(_ -> None)
}

private[lab] object ForeignPostgres {

  /** Title of a session's process: its user, database and client. */
  private val title = """postgres: (?:[\w.-]+: )?(\S+) (\S+) \S+\((\d+)\).*""".r
  private val passwords = Vector(
    """(?im)(?:datasource|database|db|postgres|pg|r2dbc|jdbc)[\w.\-]*pass(?:word|wd)?[ \t]*[=:][ \t]*["']?([^\s"']+)""",
    """(?i)(?:datasource|r2dbc):[ \t]*(?:\n[ \t]+[\w-]+:[^\n]*)*?\n[ \t]+password[ \t]*:[ \t]*["']?([^\s"']+)""",
    """(?i)postgres(?:ql)?(?:\+\w+)?://[^:/@\s]*:([^@\s]+)@""",
    """(?i)jdbc:postgresql:[^\s"']*[?&]password=([^&\s"']+)"""
  ).map(_.r)
  private val placeholder = """\$\{([^:}]+)(?::([^}]*))?\}""".r
  private val mostTried = 3

  /** A PostgreSQL that the service `pid` is connected to, with the user of its sessions and a password of its command
    * line, environment or `configuration`; a sentence where none of them opens it.
    */
  def open(peer: DatabasePeer, pid: Long, configuration: String): Either[String, ForeignPostgres] = {
    val proc = ProcessSource.ofThisSystem.proc
    def text(pid: Long, file: String): String =
      LinuxProcesses.read(proc.resolve(pid.toString), file).getOrElse("").replace('\u0000', '\n')
    val logins = ProcessTree.descendants(peer.pid).toVector.map(text(_, "cmdline").takeWhile(_ != '\n')).collect {
      case title(user, database, client) if peer.clients(client.toInt) => user -> database
    }
    val own = Vector(text(pid, "cmdline"), text(pid, "environ"))
    val tried = secrets(own, configuration)
    val named = s"Nothing is known of the statements and locks of the database at ${peer.name}:"
    logins.groupBy(identity).maxByOption(_._2.size).map(_._1) match {
      case _ if text(peer.pid, "comm").trim != "postgres" => Left(s"$named it is no PostgreSQL.")
      case None => Left(s"$named the sessions of the service are not seen in the titles of its processes.")
      case Some((user, database)) =>
        val all =
          ("" +: tried).take(mostTried).map(DatabaseAccess(s"jdbc:postgresql://${peer.name}/$database", user, _))
        firstOpen(all, Some(user)).left.map(why => s"$named $why")
    }
  }

  /** One that is named, of which nothing is seen but what it tells. */
  def open(access: DatabaseAccess): Either[String, ForeignPostgres] = firstOpen(Vector(access), None)

  /** @param role that of the service's sessions, where it is known */
  @tailrec private def firstOpen(
      tried: Vector[DatabaseAccess],
      role: Option[String]
  ): Either[String, ForeignPostgres] = {
    val found =
      try {
        Using.resource(Sql.reading(tried.head))(_.column("SELECT 1"))
        Right(new ForeignPostgres(tried.head, role))
      } catch {
        case error: SQLException =>
          Left(s"${Option(error.getMessage).flatMap(_.linesIterator.nextOption()).getOrElse(error.getSQLState)}.")
      }
    if (found.isRight || tried.sizeIs == 1) found else firstOpen(tried.tail, role)
  }

  /** Passwords by their names or in URLs; `\${NAME:default}` stands for a variable of the environment. */
  private[sources] def secrets(own: Vector[String], configuration: String): Vector[String] = {
    val variables = own
      .flatMap(_.linesIterator)
      .flatMap { line =>
        line.split("=", 2) match {
          case Array(name, value) => Some(name -> value)
          case _ => None
        }
      }
      .toMap
    val texts = own :+ configuration
    passwords
      .flatMap(of => texts.flatMap(of.findAllMatchIn(_)).map(_.group(1)))
      .map {
        case placeholder(name, default) => variables.getOrElse(name, Option(default).getOrElse(""))
        case plain => plain
      }
      .filter(_.nonEmpty)
      .distinct
  }
}
