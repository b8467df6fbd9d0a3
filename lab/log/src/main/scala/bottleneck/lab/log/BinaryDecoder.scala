package bottleneck.lab.log

import bottleneck.lab.log.LogDecoder.{Damage, End}
import bottleneck.lab.log.LogFormat.{byteOrder, maxLength, maxNames, Coder, Header}
import bottleneck.lab.log.LogRecord._
import java.io.InputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.Arrays
import scala.collection.immutable.ArraySeq

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

  def next(): Option[LogRecord] =
    if (input.isAtEnd) None
    else {
      val next = Some(record())
      records += 1
      next
    }

  private def record(): LogRecord = input.byte() match {
    case Header.request => request()
    case Header.user => User(scenario(), input.boolean(), instant())
    case Header.group => group()
    case Header.error => Error(input.cachedString(), instant())
    case other => throw Damage(s"no record begins with $other")
  }

  private def request(): Request = {
    val path = groups()
    val name = input.cachedString()
    val start = instant()
    Request(path, name, start, over(start, counts = true), input.boolean(), input.cachedString())
  }

  private def group(): Group = {
    val path = groups()
    val start = instant()
    Group(path, start, over(start, counts = false), input.int(), input.boolean())
  }

  private def instant(): Int = since(input.int().toLong)

  private def over(start: Int, counts: Boolean): Int = {
    val ms = input.int().toLong
    if (ms < start - LogFormat.longestSetBackMs) throw Damage(s"something ends at $ms ms but starts at $start ms")
    end(start, ms, counts)
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

/** The primitives of a binary log: big-endian numbers, and strings with Gatling's cache of those that recur. */
private[log] final class BinaryInput(input: InputStream, names: Names) {
  private val buffer = new Array[Byte](1 << 18)
  private var position = 0
  private var limit = 0

  /** The first `known` are strings that recur; an array, as most of a log is read before the compiler gets at it. */
  private var cache = new Array[String](64)
  private var known = 0

  def isAtEnd: Boolean = position == limit && !fill()

  def byte(): Int = {
    if (position == limit && !fill()) throw End
    val value = buffer(position) & 0xff
    position += 1
    value
  }

  def boolean(): Boolean = byte() match {
    case 0 => false
    case 1 => true
    case other => throw Damage(s"a flag is $other")
  }

  def int(): Int =
    if (limit - position >= Integer.BYTES) {
      val p = position
      position += Integer.BYTES
      (buffer(p) & 0xff) << 24 | (buffer(p + 1) & 0xff) << 16 | (buffer(p + 2) & 0xff) << 8 | (buffer(p + 3) & 0xff)
    } else byte() << 24 | byte() << 16 | byte() << 8 | byte()

  def long(): Long = int().toLong << 32 | (int() & 0xffffffffL)

  /** A number of things that follow, at most `max`. */
  def count(max: Int): Int = {
    val value = int()
    if (value < 0 || value > max) throw Damage(s"a count is $value")
    value
  }

  def bytes(): ArraySeq[Byte] = ArraySeq.unsafeWrapArray(raw(count(maxLength)))

  def string(): String = {
    val length = count(maxLength)
    if (length == 0) ""
    else {
      val content = raw(length)
      byte() match {
        case Coder.latin1 => new String(content, ISO_8859_1)
        case Coder.utf16 if length % 2 == 0 =>
          // not by a charset, which would replace half a character that a message was cut in
          ByteBuffer.wrap(content).order(byteOrder).asCharBuffer.toString
        case coder => throw Damage(s"a string of $length bytes has coder $coder")
      }
    }
  }

  /** At its first use a string is preceded by its index, and afterwards replaced by the negative of that. */
  def cachedString(): String = {
    val index = int()
    if (index < 0 && index >= -known) cache(-index - 1)
    else if (index == known + 1) {
      val string = names.string(this.string())
      if (known == cache.length) cache = Arrays.copyOf(cache, 2 * known)
      cache(known) = string
      known += 1
      string
    } else throw Damage(s"string number $index follows $known strings")
  }

  /** Bytes that stay in memory as long as the log is read. */
  private def raw(length: Int): Array[Byte] = {
    names.reserve(length)
    val content = new Array[Byte](length)
    val here = math.min(length, limit - position)
    System.arraycopy(buffer, position, content, 0, here)
    position += here
    if (input.readNBytes(content, here, length - here) < length - here) throw End
    content
  }

  private def fill(): Boolean = {
    position = 0
    limit = math.max(0, input.read(buffer))
    limit > 0
  }
}
