package bottleneck.lab.log

import bottleneck.lab.log.LogDecoder.{time, Damage}
import bottleneck.lab.log.LogFormat.{maxNames, Header}
import bottleneck.lab.log.LogRecord._
import java.io.InputStream

/** The records of a binary log; it begins after the first byte, which says that it is one. */
private[log] final class BinaryDecoder(stream: InputStream, names: Names) extends LogDecoder {
  private val input = new BinaryInput(stream, names)
  private var records = 1L

  /** Groups of the previous request, as most requests have the same. */
  private var lastGroups = Vector.empty[String]

  val version: String = input.string()
  if (!version.headOption.exists(_.isDigit)) throw Damage("its run record names no version")

  lazy val header: LogHeader = LogHeader(
    version,
    input.string(),
    input.long(),
    input.string(),
    Vector.fill(input.count(maxNames))(input.string()),
    Vector.fill(input.count(maxNames))(input.bytes()),
    LogFormat.Binary
  )

  def place: String = s"after record $records"

  /** Always 0: an end before its start is damage in this format. */
  def backwards: Long = 0

  def next(): Option[LogRecord] =
    if (input.isAtEnd) None
    else {
      val next = Some(record())
      records += 1
      next
    }

  private def record(): LogRecord = input.byte() match {
    case Header.request => request()
    case Header.user => User(scenario(), input.boolean(), time(input.int().toLong))
    case Header.group => group()
    case Header.error => Error(input.cachedString(), time(input.int().toLong))
    case other => throw Damage(s"no record begins with $other")
  }

  private def request(): Request = {
    val path = groups()
    val name = input.cachedString()
    val start = time(input.int().toLong)
    Request(path, name, start, end(start), input.boolean(), input.cachedString())
  }

  private def group(): Group = {
    val path = groups()
    val start = time(input.int().toLong)
    Group(path, start, end(start), input.int(), input.boolean())
  }

  private def end(start: Int): Int = {
    val end = time(input.int().toLong)
    if (end < start) throw Damage(s"something ends at $end ms but starts at $start ms")
    end
  }

  private def groups(): Vector[String] = {
    val path = new Array[String](input.count(LogFormat.maxDepth))
    var isSame = path.length == lastGroups.size
    var n = 0
    while (n < path.length) {
      path(n) = input.cachedString()
      isSame &&= path(n) == lastGroups(n)
      n += 1
    }
    if (!isSame) lastGroups = names.path(path.toVector)
    lastGroups
  }

  private def scenario(): Int = {
    val index = input.int()
    if (index < 0 || index >= header.scenarios.size) throw Damage(s"scenario $index of ${header.scenarios.size}")
    index
  }
}
