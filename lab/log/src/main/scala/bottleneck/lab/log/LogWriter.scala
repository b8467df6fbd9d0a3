package bottleneck.lab.log

import bottleneck.lab.log.LogFormat.Header
import bottleneck.lab.log.LogRecord._
import java.io.{Closeable, OutputStream}

/** Writes a binary simulation.log of Gatling 3.15: the run record at once, then each record as it is given.
  *
  * It remembers every name and message that was written, as Gatling does, and nothing else. Closing it closes `output`.
  */
final class LogWriter(output: OutputStream, run: Run) extends Closeable {
  private val log = new LogOutput(output)

  log.byte(Header.run)
  log.string(run.gatlingVersion)
  log.string(run.simulation)
  log.long(run.start)
  log.string(run.description)
  log.int(run.scenarios.size)
  run.scenarios.foreach(log.string)
  log.int(run.assertions.size)
  run.assertions.foreach(log.bytes)

  def write(record: LogRecord): Unit = record match {
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
