package bottleneck.lab.run.postgres

import scala.util.matching.Regex

/** A statement as PostgreSQL ran it.
  *
  * @param role
  *   who sent it
  * @param parameters
  *   such as `$1 = '20'`; empty for a statement without
  * @param plan
  *   as EXPLAIN (ANALYZE, BUFFERS) words it
  */
final case class RunStatement(role: String, milliseconds: BigDecimal, query: String, parameters: String, plan: String)

/** What auto_explain wrote to a server's log, in its text format. */
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
