package bottleneck.lab.log

import bottleneck.lab.log.LogFormat.{Text, Text21, Text23, Text30}
import bottleneck.lab.log.LogRecord._
import java.io.{BufferedWriter, OutputStream, OutputStreamWriter}
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.util.Base64
import scala.collection.mutable

/** Writes a text simulation.log in the format that the header has. Records do not say whose they are, as the logs of
  * Gatling before 3.4 do: there a departing user is the one of its scenario who has been there longest, and a request
  * is user 0's.
  */
private[log] final class TextLogWriter(output: OutputStream, header: LogHeader, format: Text) extends LogSink {
  private val text = new BufferedWriter(new OutputStreamWriter(output, UTF_8), 1 << 16)

  /** Number and arrival of the users who are there, by scenario. */
  private val present = Vector.fill(header.scenarios.size)(mutable.Queue.empty[(Int, Int)])
  private var users = 0

  header.assertions.foreach { assertion =>
    val bytes = assertion.toArray
    line("ASSERTION", new String(if (format == Text21) bytes else Base64.getEncoder.encode(bytes), ISO_8859_1))
  }
  private val description = if (header.description.isEmpty) " " else header.description
  private val rest = Vector(header.start.toString, description, header.gatlingVersion)
  if (format == Text21) line(Vector(header.simulation, header.id, "RUN") ++ rest: _*)
  else line(Vector("RUN", header.simulation, header.id) ++ rest: _*)

  override def write(record: LogRecord): Unit = record match {
    case Request(groups, name, start, end, ok, message) =>
      val times = if (format == Text21) Vector(start, start, end, end) else Vector(start, end)
      val result = Vector(status(ok), if (message.isEmpty) " " else message)
      line(of("REQUEST") ++ Vector(path(groups), name) ++ times.map(epoch) ++ result: _*)
    case Group(groups, start, end, responseTime, ok) =>
      line(of("GROUP") ++ Vector(path(groups), epoch(start), epoch(end), responseTime.toString, status(ok)): _*)
    case user: User => write(user)
    case Error(message, at) => line(if (format == Text23) "GROUP" else "ERROR", message, epoch(at))
  }

  override def close(): Unit = text.close()

  private def write(user: User): Unit = {
    val (scenario, here) = (header.scenarios(user.scenario), present(user.scenario))
    val event = if (user.arrives) "START" else "END"
    if (!format.numbersUsers) line("USER", scenario, event, epoch(user.at))
    else {
      if (user.arrives) {
        users += 1
        here += users -> user.at
      }
      val (number, came) = if (user.arrives) here.last else here.removeHeadOption().getOrElse(0 -> user.at)
      val until = if (user.arrives && format == Text21) "0" else epoch(user.at)
      val kind =
        if (format == Text21) Vector(scenario, number.toString, "USER") else Vector("USER", scenario, number.toString)
      line(kind ++ Vector(event, epoch(came), until): _*)
    }
  }

  /** First fields of what belongs to a user, who is not known. */
  private def of(kind: String): Vector[String] = format match {
    case Text21 => Vector("", "0", kind)
    case Text23 => Vector(kind, "", "0")
    case Text30 => Vector(kind, "0")
    case _ => Vector(kind)
  }

  private def path(groups: Vector[String]): String = groups.map(_.replace(',', ' ')).mkString(",")

  private def epoch(ms: Int): String = (header.start + ms).toString

  private def status(ok: Boolean): String = if (ok) "OK" else "KO"

  private def line(fields: String*): Unit = {
    fields.iterator.zipWithIndex.foreach { case (field, n) =>
      if (n > 0) text.write('\t')
      text.write(field)
    }
    text.write('\n')
  }
}
