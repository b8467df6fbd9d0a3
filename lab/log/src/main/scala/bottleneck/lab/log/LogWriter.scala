package bottleneck.lab.log

import bottleneck.lab.log.LogFormat.{byteOrder, maxLength, Coder, Header}
import bottleneck.lab.log.LogRecord._
import java.io.{BufferedOutputStream, Closeable, DataOutputStream, OutputStream}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.collection.mutable

/** Writes records in the order in which they are given. Closing it closes the output. */
trait LogSink extends Closeable {
  def write(record: LogRecord): Unit
}

object LogSink {

  /** Writes the run record at once, and all records in the header's format. */
  def of(output: OutputStream, header: LogHeader): LogSink = header.format match {
    case LogFormat.Binary => new LogWriter(output, header)
    case format: LogFormat.Text => new TextLogWriter(output, header, format)
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
