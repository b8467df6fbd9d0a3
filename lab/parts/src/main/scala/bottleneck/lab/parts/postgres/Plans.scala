package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.DatabaseAccess
import bottleneck.lab.log.WholeFile
import bottleneck.lab.parts.host.Http
import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.sql.SQLTimeoutException
import scala.concurrent.duration._
import scala.util.Using
import scala.util.matching.Regex

/** The plans of exactly the statements that the service's `role` sends, which the lab itself does not know:
  * auto_explain writes them to the server's `log`. While it is off, as it is under load, it instruments nothing: its
  * executor hooks then only compare `auto_explain.log_min_duration` with 0 and count nesting (auto_explain.c,
  * explain_ExecutorStart; https://www.postgresql.org/docs/18/auto-explain.html: -1, the default, disables it). Parallel
  * workers log nothing of their own: the leader's plan holds what they did.
  */
private[postgres] final class Plans(owner: DatabaseAccess, role: String, log: Path) {
  import Plans._

  /** Performs `requests` once each and writes the plans of the statements that they cause to `file`. */
  def record(requests: Vector[URI], file: Path): Unit = {
    val begin = Files.size(log)
    val answers = whileOn(requests.map(request => s"GET ${path(request)}: ${answer(request)}"))
    WholeFile.write(file, text(answers, PlanLog.statements(written(begin)).filter(_.role == role)))
  }

  private def whileOn[A](action: => A): A =
    try {
      change(on.map { case (name, value) => s"SET auto_explain.$name = $value" }, logMinDuration = "0")
      action
    } finally change(on.map { case (name, _) => s"RESET auto_explain.$name" }, logMinDuration = "-1")

  private def change(settings: Vector[String], logMinDuration: String): Unit = {
    Using.resource(Sql.connect(owner)) { sql =>
      settings.foreach(setting => sql.run(s"ALTER SYSTEM $setting"))
      sql.run("SELECT pg_reload_conf()")
    }
    awaitReload(logMinDuration)
  }

  /** Waits for a new session with the setting. The postmaster starts sessions and tells the older ones of a reload one
    * after the other, in one thread (postmaster.c, ServerLoop): so all of them have been told by then.
    */
  private def awaitReload(logMinDuration: String): Unit = {
    val deadline = reloadWithin.fromNow
    def isSet: Boolean =
      Using.resource(Sql.connect(owner))(_.column("SHOW auto_explain.log_min_duration")) == Vector(logMinDuration)
    if (!Iterator.continually(isSet).find(_ || deadline.isOverdue()).contains(true))
      throw new SQLTimeoutException(
        s"PostgreSQL did not set auto_explain.log_min_duration to $logMinDuration within $reloadWithin; see $log."
      )
  }

  /** The log after its first `begin` bytes: a session writes a plan before it answers that the statement is done. */
  private def written(begin: Long): String = Using.resource(Files.newInputStream(log)) { input =>
    input.skipNBytes(begin)
    new String(input.readAllBytes(), UTF_8)
  }
}

private[postgres] object Plans {
  private val reloadWithin = 10.seconds
  private val on =
    Vector("log_analyze" -> "on", "log_buffers" -> "on", "log_format" -> "text", "log_min_duration" -> "0")

  private def path(request: URI): String = request.getRawPath + Option(request.getRawQuery).fold("")("?" + _)

  private def answer(request: URI): String = Http.status(request).fold("no answer")(_.toString)

  /** Each different query once, with its slowest run, in the order in which they were first sent. */
  private def text(requests: Vector[String], statements: Vector[RunStatement]): String = {
    val queries = statements.map(_.query).distinct
    val runs = statements.groupBy(_.query)
    val title =
      s"What PostgreSQL did for these requests: ${statements.size} statements, ${queries.size} of them different."
    val sections = queries.zipWithIndex.map { case (query, at) =>
      section(s"Statement ${at + 1} of ${queries.size}", runs(query))
    }
    ((title +: requests.map("  " + _)).mkString("\n") +: sections).mkString("", "\n\n\n", "\n")
  }

  private def section(name: String, runs: Vector[RunStatement]): String = {
    val slowest = runs.maxBy(_.milliseconds)
    val seen = if (runs.size == 1) "sent once" else s"sent ${runs.size} times, here the slowest"
    val parameters = Option.when(slowest.parameters.nonEmpty)(s"Parameters: ${slowest.parameters}")
    (Vector(s"$name: $seen: ${slowest.milliseconds} ms", slowest.query) ++ parameters :+ slowest.plan).mkString("\n\n")
  }
}

/** A statement as PostgreSQL ran it for a role; the plan is as EXPLAIN (ANALYZE, BUFFERS) words it. */
final case class RunStatement(role: String, milliseconds: BigDecimal, query: String, parameters: String, plan: String)

/** Parser of auto_explain's text format in a server's log. */
object PlanLog {

  /** The `log_line_prefix` that [[statements]] reads: time, process, and the role where a session writes. */
  val linePrefix = "%m [%p] %q%u "

  private val heading = """\S+ \S+ \S+ \[\d+] (.+) LOG:  duration: (\d+\.\d+) ms  plan:""".r
  private val queryName = "Query Text: "
  private val parametersName = "Query Parameters: "
  private val topNode: Regex = """\S.*  \(cost=\d+\.\d+\.\.\d+\.\d+ rows=\d+ width=\d+\)( \(.*\))?""".r

  /** Every statement whose plan `log` holds, in its order; a plan that is cut off is left out. */
  def statements(log: String): Vector[RunStatement] = {
    val lines = log.split("\n").toVector.map(_.stripSuffix("\r"))
    lines.zipWithIndex.flatMap {
      case (heading(role, milliseconds), at) => statement(role, BigDecimal(milliseconds), message(lines.drop(at + 1)))
      case _ => None
    }
  }

  /** PostgreSQL begins every line of a message after the first with a tab. */
  private def message(lines: Vector[String]): Vector[String] = lines.takeWhile(_.startsWith("\t")).map(_.drop(1))

  private def statement(role: String, milliseconds: BigDecimal, message: Vector[String]): Option[RunStatement] = {
    val (sent, plan) = message.span(!topNode.matches(_))
    Option.when(plan.nonEmpty && sent.headOption.exists(_.startsWith(queryName))) {
      val (query, parameters) = sent.splitAt(parametersAt(sent))
      RunStatement(
        role,
        milliseconds,
        query.mkString("\n").stripPrefix(queryName),
        parameters.mkString("\n").stripPrefix(parametersName),
        plan.mkString("\n")
      )
    }
  }

  private def parametersAt(sent: Vector[String]): Int =
    Some(sent.lastIndexWhere(_.startsWith(parametersName))).filter(_ > 0).getOrElse(sent.size)
}
