package bottleneck.lab.log

import bottleneck.lab.log.LogFormat.Header
import bottleneck.lab.log.LogRecord._
import java.io.{Closeable, OutputStream}

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
  private val log = new BinaryOutput(output)

  log.byte(Header.run)
  log.string(run.gatlingVersion)
  log.string(run.simulation)
  log.long(run.start)
  log.string(run.description)
  log.int(run.scenarios.size)
  run.scenarios.foreach(log.string)
  log.int(run.assertions.size)
  run.assertions.foreach(log.bytes)

  override def write(record: LogRecord): Unit = record match {
    case request: Request => write(request)
    case user: User => write(user)
    case group: Group => write(group)
    case error: Error => write(error)
  }

  override def close(): Unit =
    try log.flush()
    finally output.close()

  private def write(request: Request): Unit = {
    log.byte(Header.request)
    groups(request.groups)
    log.cachedString(request.name)
    log.int(request.start)
    log.int(request.end)
    log.boolean(request.ok)
    log.cachedString(request.message)
  }

  private def write(user: User): Unit = {
    require(run.scenarios.indices.contains(user.scenario), s"scenario ${user.scenario} of ${run.scenarios.size}")
    log.byte(Header.user)
    log.int(user.scenario)
    log.boolean(user.arrives)
    log.int(user.at)
  }

  private def write(group: Group): Unit = {
    log.byte(Header.group)
    groups(group.groups)
    log.int(group.start)
    log.int(group.end)
    log.int(group.responseTime)
    log.boolean(group.ok)
  }

  private def write(error: Error): Unit = {
    log.byte(Header.error)
    log.cachedString(error.message)
    log.int(error.at)
  }

  private def groups(names: Vector[String]): Unit = {
    log.int(names.size)
    names.foreach(log.cachedString)
  }
}
