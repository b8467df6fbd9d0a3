package bottleneck.lab.log

import bottleneck.lab.log.LogFormat.Header
import bottleneck.lab.log.LogInput.{Damaged, Ended, Flooded}
import bottleneck.lab.log.LogRecord._
import java.io.{Closeable, IOException, InputStream}
import java.nio.file.{Files, Path}
import scala.collection.BufferedIterator

/** The records after the first one of a simulation.log, read one by one. */
private[log] final class OpenLog private (log: Path, val run: Run, stream: InputStream, input: LogInput)
    extends BufferedIterator[LogRecord]
    with Closeable {
  import OpenLog._

  /** Groups of the previous request, as most requests have the same; set before the first record is read. */
  private var lastGroups = Vector.empty[String]

  private var records = 1L
  private var ended: Either[LogError, Log] = Right(Log(run, records, isPartial = false))
  private var ahead = read()

  def hasNext: Boolean = ahead.isDefined

  def head: LogRecord = ahead.getOrElse(Iterator.empty.next())

  def next(): LogRecord = {
    val record = head
    ahead = read()
    record
  }

  /** Content of the log; complete once there is no next record. */
  def outcome: Either[LogError, Log] = ended

  override def close(): Unit = stream.close()

  private def read(): Option[LogRecord] =
    try
      if (input.isAtEnd) end(Right(Log(run, records, isPartial = false)))
      else {
        val next = Some(record())
        records += 1
        next
      }
    catch {
      case Ended => end(Right(Log(run, records, isPartial = true)))
      case Damaged(reason) => end(Left(LogError.Corrupt(log, records, reason)))
      case Flooded => end(Left(LogError.TooManyNames(log, input.maxKept)))
      case error: IOException => end(Left(LogError.Unreadable(log, LogError.reason(error))))
    }

  private def end(outcome: Either[LogError, Log]): Option[LogRecord] = {
    ended = outcome
    None
  }

  private def record(): LogRecord = input.byte() match {
    case Header.request => request()
    case Header.user => User(scenario(), input.boolean(), time())
    case Header.group => group()
    case Header.error => Error(input.cachedString(), time())
    case other => throw Damaged(s"no record begins with $other")
  }

  private def request(): Request = {
    val request =
      Request(groups(), input.cachedString(), time(), time(), input.boolean(), input.cachedString())
    checkOrder(request.start, request.end)
    request
  }

  private def group(): Group = {
    val group = Group(groups(), time(), time(), input.int(), input.boolean())
    checkOrder(group.start, group.end)
    group
  }

  private def groups(): Vector[String] = {
    val names = new Array[String](input.count(maxDepth))
    var isSame = names.length == lastGroups.size
    var n = 0
    while (n < names.length) {
      names(n) = input.cachedString()
      isSame &&= names(n) == lastGroups(n)
      n += 1
    }
    if (!isSame) lastGroups = names.toVector
    lastGroups
  }

  private def scenario(): Int = {
    val index = input.int()
    if (!run.scenarios.indices.contains(index)) throw Damaged(s"scenario $index of ${run.scenarios.size}")
    index
  }

  /** A time of the run. */
  private def time(): Int = {
    val ms = input.int()
    if (ms < 0 || ms > LogFormat.longestMs) throw Damaged(s"a time is $ms ms")
    ms
  }

  private def checkOrder(start: Int, end: Int): Unit =
    if (end < start) throw Damaged(s"something ends at $end ms but starts at $start ms")
}

private[log] object OpenLog {
  private val maxNames = 10000
  private val maxDepth = 1000

  /** Memory limit for kept names, against a hostile log: the names of a test take kilobytes. */
  private val maxKept = 64L << 20

  /** The log, once its run record has been read; the caller closes it. */
  def of(log: Path, maxKept: Long = maxKept): Either[LogError, OpenLog] =
    try {
      val stream = Files.newInputStream(log)
      val input = new LogInput(stream, maxKept)
      val opened = run(log, input).map(new OpenLog(log, _, stream, input))
      if (opened.isLeft) stream.close()
      opened
    } catch { case error: IOException => Left(LogError.Unreadable(log, LogError.reason(error))) }

  private def run(log: Path, input: LogInput): Either[LogError, Run] =
    try
      if (input.byte() != Header.run) Left(LogError.NotALog(log, "it does not begin with a run record"))
      else {
        val version = input.string()
        if (version.startsWith(s"${LogReader.supported}.")) Right(run(version, input))
        else if (version.headOption.exists(_.isDigit))
          Left(LogError.OtherVersion(log, version, s"${LogReader.supported}.x"))
        else Left(LogError.NotALog(log, "its run record names no version"))
      }
    catch {
      case Ended => Left(LogError.NotALog(log, "it ends within the run record"))
      case Damaged(reason) => Left(LogError.NotALog(log, reason))
      case Flooded => Left(LogError.TooManyNames(log, input.maxKept))
      case error: IOException => Left(LogError.Unreadable(log, LogError.reason(error)))
    }

  private def run(version: String, input: LogInput): Run = Run(
    version,
    input.string(),
    input.long(),
    input.string(),
    Vector.fill(input.count(maxNames))(input.string()),
    Vector.fill(input.count(maxNames))(input.bytes())
  )
}
