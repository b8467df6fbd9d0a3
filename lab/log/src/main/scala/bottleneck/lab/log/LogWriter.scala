package bottleneck.lab.log

import bottleneck.lab.log.LogFormat._
import bottleneck.lab.log.LogRecord._
import java.io.{BufferedOutputStream, BufferedWriter, Closeable, DataOutputStream, OutputStream, OutputStreamWriter}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.util.Base64
import scala.collection.mutable

/** Writes records in the order in which they are given. Closing it closes the output. */
trait LogSink extends Closeable {
  def write(record: LogRecord): Unit
}

object LogSink {

  /** Writes the run record at once, and all records in the header's format. */
  def of(output: OutputStream, header: LogHeader): LogSink = header.format match {
    case Binary => new LogWriter(output, header)
    case format: Text => new TextLogWriter(output, header, format)
  }
}

/** Writes a binary simulation.log. It remembers every name and message that was written, as Gatling does. */
final class LogWriter(output: OutputStream, run: LogHeader) extends LogSink {
  private val log = new DataOutputStream(new BufferedOutputStream(output, 1 << 16))
  private val cache = mutable.HashMap.empty[String, Int]

  log.writeByte(Header.run)
  string(run.gatlingVersion)
  string(run.simulation)
  log.writeLong(run.start)
  string(run.description)
  log.writeInt(run.scenarios.size)
  run.scenarios.foreach(string)
  log.writeInt(run.assertions.size)
  run.assertions.foreach(assertion => bytes(assertion.toArray))

  override def write(record: LogRecord): Unit = record match {
    case Request(groups, name, start, end, ok, message) =>
      log.writeByte(Header.request)
      path(groups)
      cached(name)
      log.writeInt(start)
      log.writeInt(end)
      log.writeBoolean(ok)
      cached(message)
    case User(scenario, arrives, at) =>
      require(run.scenarios.indices.contains(scenario), s"scenario $scenario of ${run.scenarios.size}")
      log.writeByte(Header.user)
      log.writeInt(scenario)
      log.writeBoolean(arrives)
      log.writeInt(at)
    case Group(groups, start, end, responseTime, ok) =>
      log.writeByte(Header.group)
      path(groups)
      log.writeInt(start)
      log.writeInt(end)
      log.writeInt(responseTime)
      log.writeBoolean(ok)
    case Error(message, at) =>
      log.writeByte(Header.error)
      cached(message)
      log.writeInt(at)
  }

  override def close(): Unit = log.close()

  private def path(groups: Vector[String]): Unit = {
    log.writeInt(groups.size)
    groups.foreach(cached)
  }

  /** Preceded by its index at its first use, and afterwards replaced by the negative of that. */
  private def cached(text: String): Unit = cache.get(text) match {
    case Some(index) => log.writeInt(-index)
    case None =>
      cache(text) = cache.size + 1
      log.writeInt(cache.size)
      string(text)
  }

  /** An empty string is its length only. */
  private def string(text: String): Unit =
    if (text.isEmpty) log.writeInt(0)
    else if (text.forall(_ <= '\u00ff')) {
      bytes(text.getBytes(ISO_8859_1))
      log.writeByte(Coder.latin1)
    } else {
      val content = new Array[Byte](text.length * Character.BYTES)
      ByteBuffer.wrap(content).order(byteOrder).asCharBuffer.put(text)
      bytes(content)
      log.writeByte(Coder.utf16)
    }

  private def bytes(content: Array[Byte]): Unit = {
    require(content.length <= maxLength, s"length (${content.length} bytes) must be <= $maxLength")
    log.writeInt(content.length)
    log.write(content)
  }
}

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
